// The turning points in the order of the game; the one that is shown is marked.
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".root");
  const items = data.points.map((point) => {
    const button = make("button", { type: "button", "data-turn": point.turn }, make("b", {}, point.head), make("span", {}, point.why));
    button.onclick = () => window.dispatchEvent(new CustomEvent("heimlich-go", { detail: point.turn }));
    return make("li", { class: point.grade }, button);
  });
  root.replaceChildren(make("ol", { "aria-label": data.label }, ...items));
  const show = (turn) => {
    for (const button of root.querySelectorAll("button"))
      button.setAttribute("aria-current", String(Number(button.dataset.turn) === turn));
  };
  const listen = (event) => show(event.detail);
  window.addEventListener("heimlich-turn", listen);
  if (window.heimlichTurn !== undefined) show(window.heimlichTurn);
  return () => window.removeEventListener("heimlich-turn", listen);
}
