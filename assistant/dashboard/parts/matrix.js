// The matrix players x agents. Every name goes in as text, never as markup.
const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) if (value !== null) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

const token = (agent) => {
  const mark = make("span", { class: `token ${agent.pattern}`, "aria-hidden": "true" }, make("b", {}, agent.letter));
  mark.style.setProperty("--fill", agent.fill);
  mark.style.setProperty("--ink", agent.ink);
  return mark;
};

const cell = (p, best, text) => {
  const inner = make("span", { class: "value" }, text);
  const box = make("span", { class: best ? "cell best" : "cell" }, inner, make("span", { class: "bar" }));
  box.style.setProperty("--p", String(p));
  return box;
};

export default function ({ data, parentElement, setTriggerValue }) {
  const table = parentElement.querySelector("table");
  const active = parentElement.activeElement || document.activeElement;
  const focused = active && active.dataset ? active.dataset.cell : null;
  table.style.setProperty("--columns", data.agents.length);
  table.style.setProperty("--heat", data.heat[0]);
  table.style.setProperty("--most", data.heat[1]);
  const head = make("tr", {}, make("td", { class: "corner" }));
  for (const agent of data.agents)
    head.append(make("th", { scope: "col" }, token(agent), make("span", { class: "agent" }, agent.name)));
  const rows = data.players.map((player, seat) => {
    const label = make("bdi", {}, player.name);
    const row = make("tr", { class: player.you ? "you" : null }, make("th", { scope: "row" }, label));
    player.p.forEach((p, i) => {
      const number = player.text[i];
      const button = make("button", {
        type: "button", "data-cell": `${seat}-${i}`, "aria-label": `${player.name}, ${data.agents[i].name}: ${number} %`,
        "aria-pressed": String(data.selected !== null && data.selected[0] === seat && data.selected[1] === i),
      }, cell(p, player.best === i, number));
      button.onclick = () => setTriggerValue("cell", [seat, i]);
      row.append(make("td", {}, button));
    });
    return row;
  });
  if (data.extras) {
    const row = make("tr", { class: "extras" }, make("th", { scope: "row" }, data.extras.label));
    data.extras.p.forEach((p, i) => row.append(make("td", {}, cell(p, false, data.extras.text[i]))));
    rows.push(row);
  }
  table.replaceChildren(make("caption", {}, data.caption), make("thead", {}, head), make("tbody", {}, ...rows));
  if (focused) parentElement.querySelector(`[data-cell="${focused}"]`)?.focus();
}
