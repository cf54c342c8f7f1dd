// The agents to tap, a column each or a line each, and the buildings that take their place while a scoring asks for
// the safe and room is scarce.

const ICONS = {
  clear: "M8 5H21V19H8L2 12ZM11.5 9L17.5 15M17.5 9L11.5 15",
  back: "M9 4L4 9L9 14M4 9H14Q20 9 20 14.5Q20 20 14 20H9",
};

function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

function agentRow(parts, game, agent, a) {
  const figure = document.createElementNS(SVG, "svg");
  figure.setAttribute("viewBox", "-36 -100 72 110");
  figure.setAttribute("aria-hidden", "true");
  figure.setAttribute("class", "figure");
  const pawn = parts.art.querySelector(`[data-pawn="${a}"]`).cloneNode(true);
  pawn.removeAttribute("data-pawn");
  figure.append(pawn);
  const row = element("div", { class: "agent", "data-agent": a },
    element("button", { type: "button", class: "step", "data-act": "step" }, figure,
      element("bdi", { class: "name", text: agent.name }), element("span", { class: "route" }),
      element("span", { class: "spots" }, element("span", { class: "place" }), element("span", { class: "marker" })),
      element("span", { class: "count" })),
    element("button", { type: "button", class: "minus", "data-act": "minus", text: "−",
      "aria-label": fill(game.labels["take back"], { agent: agent.name }) }),
    element("button", { type: "button", class: "rest", "data-act": "rest" },
      element("span", { class: "small", text: game.labels["rest"] }), element("span", { class: "left" })));
  row.style.setProperty("--fill", agent.fill);
  row.style.setProperty("--fill-ink", agent.ink);
  return row;
}

/** The twelve buildings as they are numbered on the board, and the way back to the steps. */
function targetButtons(game) {
  const buildings = game.values.map((_, b) =>
    element("button", { type: "button", class: b === RUIN ? "target ruin" : "target", "data-act": "safe", "data-plot": b,
      text: shortName(game, b) }));
  return [...buildings,
    element("button", { type: "button", class: "back", "data-act": "steps", "aria-label": game.labels["agents"] }, icon("back"))];
}

function buildingName(game, building) {
  return { [CHURCH]: game.labels["church"], [RUIN]: game.labels["ruin"] }[building] ?? String(building);
}

/** What the building's number plate says. */
function shortName(game, building) {
  return numberSign(game.values[building]);
}

const numberSign = (value) => (value < 0 ? `−${-value}` : String(value));

function renderRoster(parts, game, draft, outcome, locked) {
  game.agents.forEach((agent, a) => {
    const row = parts.roster.children[a];
    const [stepButton, minus, rest] = row.children;
    const n = draft.steps[a];
    const from = buildingName(game, game.positions[a]);
    const to = buildingName(game, outcome.positions[a]);
    const marker = outcome.scored ? outcome.scored[a] : outcome.markers[a];
    const gain = marker - game.markers[a];
    row.classList.toggle("moved", n > 0);
    const score = gain ? `${marker} (${gain > 0 ? "+" : "−"}${Math.abs(gain)})` : String(marker);
    const place = stepButton.querySelector(".place");
    set(stepButton.querySelector(".route"), { text: `${from === to ? from : `${from} → ${to}`} · ${score}` });
    set(place, { text: shortName(game, outcome.positions[a]) });
    place.classList.toggle("ruin", outcome.positions[a] === RUIN);
    set(stepButton.querySelector(".marker"), { text: numberSign(marker), "data-gain": gain ? "" : null });
    set(stepButton.querySelector(".count"), { text: n ? `+${n}` : "" });
    const blocked = locked || draft.die === null || outcome.remaining <= 0;
    set(stepButton, {
      "aria-label": fill(game.labels["agent"], { agent: agent.name, steps: n, from, to, marker }),
      "aria-disabled": blocked ? "true" : null,
    });
    set(minus, { "aria-disabled": n === 0 || locked ? "true" : null });
    set(rest, {
      "aria-disabled": blocked ? "true" : null,
      "aria-label": fill(game.labels["rest to"], { agent: agent.name, n: Math.max(outcome.remaining, 0) }),
    });
    set(rest.querySelector(".left"), { text: outcome.remaining > 0 ? String(outcome.remaining) : "" });
  });
}

/** Both the plots of the board and the numbered buttons say where the safe may go. */
function renderTargets(parts, game, draft, outcome, locked) {
  const open = outcome.needsSafe && !locked;
  parts.plots.classList.toggle("chosen", outcome.targets.includes(draft.safe));
  for (const button of [...parts.plots.children, ...parts.targets.querySelectorAll(".target")]) {
    const b = Number(button.dataset.plot);
    const legal = outcome.targets.includes(b);
    button.hidden = !open;
    button.classList.toggle("legal", legal);
    const name = buildingName(game, b);
    set(button, {
      "aria-pressed": String(draft.safe === b),
      "aria-disabled": legal ? null : "true",
      "aria-label": fill(b === outcome.safe ? game.labels["safe stays"] : game.labels["safe to"], { building: name }),
    });
  }
}
