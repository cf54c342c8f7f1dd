// One line of text: what is typed goes to the preview a moment later, Enter takes it over once.
export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const [label] = parentElement.querySelectorAll("label");
  const input = parentElement.querySelector("input");
  label.textContent = data.label;
  input.placeholder = data.placeholder;
  if (input.version !== data.version) {
    // A new position, or another turn to edit: the line of the old one is done with.
    input.version = data.version;
    input.value = data.value;
    setStateValue("draft", input.value);
  }
  let timer = 0;
  input.oninput = () => {
    clearTimeout(timer);
    timer = setTimeout(() => setStateValue("draft", input.value), 160);
  };
  input.onkeydown = (event) => {
    if (event.key !== "Enter" || event.isComposing || !input.value.trim()) return;
    event.preventDefault();
    clearTimeout(timer);
    // The same word for the same line: sent again after a lost connection it counts once.
    if (input.sent !== `${data.version}:${input.value}`) {
      input.sent = `${data.version}:${input.value}`;
      input.nonce = Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");
    }
    setTriggerValue("line", { text: input.value, nonce: input.nonce });
  };
}
