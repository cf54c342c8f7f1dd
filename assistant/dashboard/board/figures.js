// Moves the drawn figures: pawns and markers go to where the draft puts them and leave a pale trace behind.

/** agent -> [x, y, scale]; those that were there first keep their slots, so nothing slips under a finger. */
function layOut(before, after, anchors, slots) {
  const places = {};
  for (const [spot, anchor] of anchors.entries()) {
    const first = before.flatMap((at, a) => (at === spot ? [a] : []));
    const arrived = after.flatMap((at, a) => (at === spot && before[a] !== spot ? [a] : []));
    const group = [...first, ...arrived];
    const table = slots[Math.min(group.length, 7)];
    group.forEach((a, n) => {
      const [dx, dy, scale] = table ? table[n % table.length] : [0, 0, 1];
      const place = [anchor[0] + dx, anchor[1] + dy, scale];
      if (after[a] === spot) places[a] = place;
      else places[`trace${a}`] = place;
    });
  }
  return places;
}

function moveTo(node, [x, y, scale]) {
  node.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
}

function renderFigures(parts, game, draft, outcome) {
  const { scene } = game;
  const { traces } = parts.layers;
  traces.replaceChildren();
  const pawns = layOut(game.positions, outcome.positions, scene.feet, scene.pawnSlots);
  const spaces = (markers) => markers.map((m) => advanceTrack(m - game.start, scene.track.length));
  const score = outcome.scored ?? outcome.markers;
  const markers = layOut(spaces(game.markers), spaces(score), scene.track, scene.markerSlots);
  game.agents.forEach((_, a) => {
    moveFigure(parts.art.querySelector(`[data-marker="${a}"]`), markers, a, traces);
    const pawn = parts.art.querySelector(`[data-pawn="${a}"]`);
    renderBadge(pawn, 0);
    moveFigure(pawn, pawns, a, traces);
    renderBadge(pawn, draft.steps[a]);
  });
  const vault = draft.safe !== null && outcome.needsSafe ? draft.safe : outcome.safe;
  moveTo(parts.art.querySelector("[data-safe]"), [...scene.safes[vault], 1]);
  moveTo(parts.art.querySelector("[data-vault]"), [scene.plots[vault][0], scene.plots[vault][1], 1]);
  parts.pawns = pawns;
}

/** Draws back rows first, so that front rows cover them. */
function stack(parts) {
  const pawns = [...parts.layers.figures.querySelectorAll("[data-pawn]")];
  const height = (pawn) => parts.pawns[pawn.dataset.pawn][1];
  const sorted = [...pawns].sort((one, other) => height(one) - height(other));
  if (sorted.some((pawn, n) => pawn !== pawns[n])) parts.layers.figures.append(...sorted);
}

/** The number of steps at the shoulder of a pawn that moved. */
function renderBadge(pawn, steps) {
  pawn.querySelector(".badge")?.remove();
  if (!steps) return;
  const badge = document.createElementNS(SVG, "g");
  badge.setAttribute("class", "badge");
  badge.setAttribute("transform", "translate(22 -84)");
  const disc = document.createElementNS(SVG, "circle");
  disc.setAttribute("r", 19);
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("y", 9);
  text.textContent = `+${steps}`;
  badge.append(disc, text);
  pawn.append(badge);
}

function moveFigure(node, places, a, traces) {
  const trace = places[`trace${a}`];
  if (trace) {
    const ghost = node.cloneNode(true);
    for (const name of ["data-pawn", "data-marker"]) ghost.removeAttribute(name);
    ghost.setAttribute("class", "trace");
    moveTo(ghost, trace);
    traces.append(ghost);
  }
  node.classList.toggle("ghost", Boolean(trace));
  moveTo(node, places[a]);
}

function advanceTrack(score, spaces) {
  return ((score % spaces) + spaces) % spaces;
}

/** The agent nearest to a point of the drawing, within the plot that holds the point; null where none is. */
function agentAt(parts, game, x, y) {
  const plot = game.scene.plots.findIndex(([left, top, width, height]) =>
    x >= left && x <= left + width && y >= top && y <= top + height);
  if (plot < 0) return null;
  const [left, top, width, height] = game.scene.plots[plot];
  let best = null;
  for (const [key, [px, py, scale]] of Object.entries(parts.pawns)) {
    const centre = py - 45 * scale;
    if (px < left || px > left + width || centre < top - 20 || centre > top + height) continue;
    const distance = Math.hypot(px - x, centre - y);
    if (!best || distance < best.distance) best = { agent: Number(key.replace("trace", "")), distance };
  }
  return best && best.agent;
}
