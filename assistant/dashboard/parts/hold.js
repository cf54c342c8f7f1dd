// A button that counts only while it is pressed: by finger, mouse or key. Letting go anywhere, a call, a
// sleeping phone or another tab all count as letting go.
export default function ({ data, parentElement, setStateValue }) {
  const button = parentElement.querySelector("button");
  button.querySelector("span").textContent = data.label;
  button.setAttribute("aria-description", data.hint);
  if (button.ready) return button.ready;
  let held = false;
  const set = (value) => {
    if (held === value) return;
    held = value;
    button.setAttribute("aria-pressed", String(value));
    setStateValue("held", value);
  };
  const press = (event) => {
    if (event.pointerId !== undefined) button.setPointerCapture(event.pointerId);
    set(true);
  };
  const key = (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) set(event.type === "keydown");
  };
  const leave = () => set(false);
  const hidden = () => document.hidden && set(false);
  button.addEventListener("pointerdown", press);
  for (const name of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(name, leave);
  button.addEventListener("keydown", key);
  button.addEventListener("keyup", key);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", hidden);
  window.addEventListener("pagehide", leave);
  button.ready = () => {
    document.removeEventListener("visibilitychange", hidden);
    window.removeEventListener("pagehide", leave);
  };
  return button.ready;
}
