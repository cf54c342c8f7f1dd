// A native slider: nothing to load, and a finger's height.
export default function ({ data, parentElement, setStateValue }) {
  const input = parentElement.querySelector("input");
  const output = parentElement.querySelector("output");
  parentElement.querySelector("span").textContent = data.label;
  if (input.version !== data.version) {
    input.version = data.version;
    input.value = data.value;
  }
  const show = () => (output.textContent = `${input.value} %`);
  show();
  input.oninput = show;
  input.onchange = () => setStateValue("percent", Number(input.value));
}
