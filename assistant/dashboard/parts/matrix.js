// The matrix players x agents.
const cell = () => make("span", { class: "cell" }, make("span", { class: "value" }), make("span", { class: "bar" }));

/** What a cell shows; nothing is touched that stays as it was, so that little is laid out anew. */
const fill = (box, p, best, text) => {
  if (box.firstChild.textContent !== text) box.firstChild.textContent = text;
  if (box.style.getPropertyValue("--p") !== String(p)) box.style.setProperty("--p", String(p));
  box.classList.toggle("best", best);
};

/** Rows and columns with empty cells; one button for every player and agent. */
const build = (table, data) => {
  table.style.setProperty("--columns", data.agents.length);
  const head = make("tr", {}, make("td", { class: "corner" }));
  for (const agent of data.agents)
    head.append(make("th", { scope: "col" }, token(agent), make("span", { class: "agent" }, agent.name)));
  const buttons = data.players.map((_, seat) =>
    data.agents.map((_agent, i) => make("button", { type: "button", "data-cell": `${seat}-${i}` }, cell())));
  const rows = data.players.map((player, seat) =>
    make("tr", { class: player.you ? "you" : null }, make("th", { scope: "row" }, make("bdi", {}, player.name)),
      ...buttons[seat].map((button) => make("td", {}, button))));
  const spare = data.extras ? data.agents.map(cell) : [];
  if (data.extras)
    rows.push(make("tr", { class: "extras" }, make("th", { scope: "row" }, data.extras.label), ...spare.map((box) => make("td", {}, box))));
  table.replaceChildren(make("caption", {}, data.caption), make("thead", {}, head), make("tbody", {}, ...rows));
  return { buttons, spare };
};

/** What decides about rows and columns: all but the numbers and what is chosen. */
const shapeOf = ({ agents, players, extras, caption }) =>
  JSON.stringify([agents, players.map(({ name, you }) => [name, you]), extras && extras.label, caption]);

const drawn = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const table = parentElement.querySelector("table");
  const active = parentElement.activeElement || document.activeElement;
  const focused = active && active.dataset ? active.dataset.cell : null;
  const shape = shapeOf(data);
  let parts = drawn.get(table);
  if (!parts || parts.shape !== shape) {
    parts = { shape, ...build(table, data) };
    drawn.set(table, parts);
    if (focused) parentElement.querySelector(`[data-cell="${focused}"]`)?.focus();
  }
  table.style.setProperty("--heat", data.heat[0]);
  table.style.setProperty("--most", data.heat[1]);
  data.players.forEach((player, seat) => player.p.forEach((p, i) => {
    const button = parts.buttons[seat][i];
    const chosen = data.selected !== null && data.selected[0] === seat && data.selected[1] === i;
    fill(button.firstChild, p, player.best === i, player.text[i]);
    button.setAttribute("aria-label", `${player.name}, ${data.agents[i].name}: ${player.text[i]} %`);
    button.setAttribute("aria-pressed", String(chosen));
    button.onclick = () => setTriggerValue("cell", [seat, i]);
  }));
  parts.spare.forEach((box, i) => fill(box, data.extras.p[i], false, data.extras.text[i]));
}
