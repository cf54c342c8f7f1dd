// The pad's elements and what they show. Names people typed go in as text nodes only.

const SVG = "http://www.w3.org/2000/svg";
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** An element; attributes that are null are left out, `text` is its text. */
function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  set(node, attributes);
  node.append(...children);
  return node;
}

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") {
      if (node.textContent !== value) node.textContent = value;
    } else if (value === null || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  }
}

/** A label with its fields filled in: `fill("{n} left", {n: 3})`. */
function fill(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function dieFace(face) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 60 60");
  svg.setAttribute("aria-hidden", "true");
  if (face === "1-3") {
    const text = document.createElementNS(SVG, "text");
    for (const [name, value] of [["x", 30], ["y", 40], ["text-anchor", "middle"], ["class", "range"]]) {
      text.setAttribute(name, value);
    }
    text.textContent = "1–3";
    svg.append(text);
    return svg;
  }
  for (const place of PIPS[face]) {
    const pip = document.createElementNS(SVG, "circle");
    pip.setAttribute("cx", 14 + (place % 3) * 16);
    pip.setAttribute("cy", 14 + Math.floor(place / 3) * 16);
    pip.setAttribute("r", 6);
    svg.append(pip);
  }
  return svg;
}

/** All elements, empty; `render` fills them. */
function buildPad(game) {
  const parts = {
    art: element("div", { class: "art" }),
    centre: element("div", { class: "centre" }),
    plots: element("div", { class: "plots", role: "group" }),
    die: element("div", { class: "die", role: "group" }),
    roster: element("div", { class: "roster", role: "group" }),
    targets: element("div", { class: "targets", role: "group" }),
    round: element("div", { class: "round", role: "group" }),
    status: element("p", { class: "status", role: "status", "aria-live": "polite" }),
    keys: element("p", { class: "keys" }),
    clear: element("button", { class: "clear", type: "button", "data-act": "clear" }, icon("clear"), element("span")),
    commit: element("button", { class: "commit", type: "button", "data-act": "commit" }),
  };
  parts.pad = element(
    "div",
    { class: "pad", role: "group", tabindex: "-1" },
    element("div", { class: "layout" },
      element("div", { class: "board" }, parts.art, parts.centre, parts.plots),
      element("div", { class: "controls" }, parts.die, parts.roster, parts.targets, parts.round,
        element("div", { class: "bar" }, parts.status,
          element("div", { class: "actions" }, parts.clear, parts.commit)),
        parts.keys)),
  );
  parts.pad.style.setProperty("--ratio", game.scene.width / game.scene.height);
  return parts;
}

function percent(box, scene) {
  const [x, y, width, height] = box;
  return (
    `left:${(100 * x) / scene.width}%;top:${(100 * y) / scene.height}%;` +
    `width:${(100 * width) / scene.width}%;height:${(100 * height) / scene.height}%`
  );
}

/** The drawings of this game; undefined until their own element (picture.js) has brought them. */
function pictureOf(game) {
  return window.heimlichPictures?.get(game.picture);
}

/** The picture in two pictures: the village is not painted again where a piece moves. */
function drawLayers(parts, game) {
  const { width, height } = game.scene;
  const picture = pictureOf(game);
  if (!parts.layers) {
    const svg = (inside, attributes) => `<svg viewBox="0 0 ${width} ${height}" ${attributes}>${inside}</svg>`;
    parts.art.innerHTML = svg("", 'aria-hidden="true"') + svg("<g></g><g></g>", 'class="pieces" role="img"');
    const [backdrop, pieces] = parts.art.children;
    parts.layers = { backdrop, pieces, traces: pieces.children[0], figures: pieces.children[1] };
  }
  if (parts.layers.drawn !== picture.backdrop) parts.layers.backdrop.innerHTML = picture.backdrop;
  parts.layers.drawn = picture.backdrop;
  parts.layers.figures.innerHTML = picture.pieces;
}

/** Redraws what stays the same from turn to turn: the picture, the faces, the agents. */
function renderGame(parts, game) {
  const { scene, labels } = game;
  set(parts.pad, { "data-theme": game.theme });
  drawLayers(parts, game);
  parts.centre.style.cssText = percent(scene.square, scene);
  set(parts.plots, { "aria-label": labels["safe to where"] });
  parts.plots.replaceChildren(...scene.plots.map((box, b) =>
    element("button", { type: "button", class: "plot", "data-act": "safe", "data-plot": b, style: percent(box, scene) })));
  set(parts.die, { "aria-label": labels["die"] });
  parts.die.replaceChildren(...game.faces.map((face) =>
    element("button", { type: "button", class: "face", "data-act": "die", "data-face": face,
      "aria-label": fill(labels["face"], { face }) }, dieFace(face))));
  set(parts.roster, { "aria-label": labels["agents"] });
  parts.roster.replaceChildren(...game.agents.map((agent, a) => agentRow(parts, game, agent, a)));
  parts.pad.style.setProperty("--agents", game.agents.length);
  parts.pad.classList.toggle("cards", Boolean(game.cards));
  set(parts.targets, { "aria-label": labels["safe to where"] });
  parts.targets.replaceChildren(...targetButtons(game));
  parts.keys.textContent = labels["keys"];
  set(parts.clear, { "aria-label": labels["clear"] });
  set(parts.clear.lastChild, { text: labels["clear"] });
  parts.commit.textContent = labels["commit"];
}

/** Brings the whole pad up to date with the draft. */
function render(parts, game, draft, ui) {
  const outcome = project(game, draft);
  const locked = game.disabled || ui.pending;
  set(parts.pad, { "aria-label": fill(game.labels["pad"], { player: game.players[game.seat] }) });
  set(parts.layers.pieces, { "aria-label": game.description });
  parts.pad.classList.toggle("locked", locked);
  parts.pad.classList.toggle("sent", ui.pending);
  parts.pad.classList.toggle("choosing", outcome.needsSafe && !locked && !ui.entry && !ui.steps);
  renderDie(parts, game, draft, locked);
  parts.roster.hidden = Boolean(ui.entry); // the card's questions take its room
  renderRoster(parts, game, draft, outcome, locked);
  renderFigures(parts, game, draft, outcome);
  renderTargets(parts, game, draft, outcome, locked);
  renderCentre(parts, game, draft, outcome);
  renderRound(parts, game, draft, outcome, ui);
  const ready = isReady(draft, outcome, ui);
  set(parts.status, { text: ui.notice ?? statusText(game, draft, outcome, ui) });
  parts.status.classList.toggle("notice", Boolean(ui.notice));
  set(parts.commit, { "aria-disabled": !ready || locked ? "true" : null });
  set(parts.clear, { "aria-disabled": isEmpty(draft) || locked ? "true" : null });
  return outcome;
}

/**
 * A turn is on its way: colours alone say so, and what still glides is put where it was going. To lay out the pad
 * twice, or to paint the village frame by frame, would delay the answer.
 */
function showSent(parts) {
  parts.pad.classList.add("sent");
  set(parts.commit, { "aria-disabled": "true" });
  for (const each of parts.pad.getRootNode().getAnimations()) if (each instanceof CSSTransition) each.finish();
}

function isReady(draft, outcome, ui) {
  return outcome.complete && !ui.entry && (!outcome.needsSafe || outcome.targets.includes(draft.safe));
}

function statusText(game, draft, outcome, ui) {
  const { labels } = game;
  const player = game.players[game.seat];
  if (game.disabled) return labels["disabled"];
  if (ui.pending) return labels["saving"];
  if (draft.die === null) return fill(labels["choose die"], { player });
  if (!outcome.complete) return fill(outcome.remaining === 1 ? labels["one left"] : labels["steps left"], { n: outcome.remaining });
  if (ui.entry) return labels["card unfinished"];
  if (outcome.finished) return labels["game ends"];
  if (outcome.needsSafe && draft.safe === null) return labels["scoring"];
  if (outcome.needsSafe) return fill(labels["ready scoring"], { building: buildingName(game, draft.safe) });
  if (outcome.taken === 0) return labels["ready nobody"];
  const more = outcome.remaining === 1 ? "ready one more" : "ready more";
  return outcome.remaining > 0 ? fill(labels[more], { n: outcome.remaining }) : labels["ready"];
}

function renderDie(parts, game, draft, locked) {
  for (const button of parts.die.children) {
    const chosen = button.dataset.face === String(draft.die);
    set(button, { "aria-pressed": String(chosen), "aria-disabled": locked ? "true" : null });
  }
}

function renderCentre(parts, game, draft, outcome) {
  const name = game.players[game.seat];
  const turn = element("p", { class: "turn", dir: "auto", text: name });
  const shown = [turn];
  parts.layers.backdrop.classList.toggle("rolled", draft.die !== null);
  if (draft.die !== null) {
    const left = outcome.due
      ? game.labels["scoring short"]
      : fill(outcome.complete && outcome.remaining === 0 ? game.labels["all taken"] : game.labels["left short"], { n: outcome.remaining });
    shown.unshift(element("div", { class: "rolled-face" }, dieFace(draft.die)), element("p", { class: "left", text: left }));
  }
  parts.centre.replaceChildren(...shown);
}
