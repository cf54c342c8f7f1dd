// The belief timelines, drawn by Python. A click asks the transport for that turn; the transport says which is shown.
const legend = (agents) => make("ul", { class: "legend" }, ...agents.map((agent) => {
  const token = make("span", { class: "token", "aria-hidden": "true" }, agent.letter);
  token.style.background = agent.fill;
  token.style.color = agent.ink;
  return make("li", {}, token, make("bdi", {}, agent.name));
}));

const card = (figure) => {
  const picture = make("div", { class: "picture" });
  picture.innerHTML = figure.svg; // texts in it were escaped where it was drawn
  return make("div", { class: "card" }, make("div", { class: "head" }, make("h3", {}, make("bdi", {}, figure.player)),
    make("p", { class: "readout" })), picture);
};

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".root");
  const text = JSON.stringify(data);
  if (root.drawn !== text) {
    root.drawn = text;
    root.replaceChildren(legend(data.agents), make("div", { class: "grid" }, ...data.figures.map(card)));
  }
  const show = (turn) => {
    for (const box of root.querySelectorAll(".card")) {
      const column = box.querySelector(`.col[data-turn="${turn}"]`);
      const cursor = box.querySelector(".cursor");
      cursor.setAttribute("visibility", column ? "visible" : "hidden");
      if (!column) continue;
      const x = Number(column.getAttribute("x")) + Number(column.getAttribute("width")) / 2;
      cursor.setAttribute("transform", `translate(${x} 0)`);
      const p = column.dataset.p.split(" ").map(Number);
      const first = p.indexOf(Math.max(...p));
      box.querySelector(".readout").textContent = `${data.agents[first].name} ${Math.round(100 * p[first])} %`;
    }
  };
  root.onclick = (event) => {
    const column = event.target.closest(".col");
    if (column) window.dispatchEvent(new CustomEvent("heimlich-go", { detail: Number(column.dataset.turn) }));
  };
  const listen = (event) => show(event.detail);
  window.addEventListener("heimlich-turn", listen);
  if (window.heimlichTurn !== undefined) show(window.heimlichTurn);
  return () => window.removeEventListener("heimlich-turn", listen);
}
