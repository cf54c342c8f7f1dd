// The entry pad: taps and keys change a draft in the browser; only the commit makes a round trip.

const LONG_PRESS = 450;
const REPEAT_AFTER = 2500;
const RETRY_AFTER = 6000;
const SLOW_AFTER = 1500;
const instances = new WeakMap();

export default function (component) {
  const { parentElement, data } = component;
  let pad = instances.get(parentElement);
  if (!pad || !pad.parts.pad.isConnected) {
    pad = startPad(parentElement, data);
    instances.set(parentElement, pad);
  }
  pad.send = (turn) => component.setTriggerValue("commit", turn);
  pad.receive(data);
  return () => stopWaiting(pad);
}

function startPad(root, game) {
  const parts = buildPad(game);
  root.append(parts.pad);
  const pad = {
    parts, game: null, drawn: null, draft: emptyDraft(game), outcome: null, send: null,
    ui: { pending: false, notice: null, entry: null, slow: null, timer: null, repeat: null, keyboard: false, steps: false, digits: "", digitsAt: 0, press: null, early: null },
  };
  pad.receive = (data) => receive(pad, data);
  listen(pad);
  listenForPicture(pad);
  return pad;
}

/** New data from the server: another position starts another draft, the same one keeps what was tapped. */
function receive(pad, data) {
  pad.latest = data;
  pad.parts.pad.hidden = !pad.game && !pictureOf(data);
  if (!pictureOf(data)) return; // it is on its way, and comes back here
  const known = pad.game;
  const another = !known || known.stamp !== data.stamp;
  const answered = pad.ui.pending && data.acknowledged === pad.draft.nonce;
  pad.game = data;
  if (another) {
    const lost = known && !pad.ui.pending && !isEmpty(pad.draft);
    pad.draft = draftFrom(data);
    if (pad.ui.early !== null && isEmpty(pad.draft) && !data.disabled) pad.draft.die = pad.ui.early;
    pad.ui.entry = null;
    pad.ui.steps = false;
    pad.ui.notice = lost ? data.labels["changed elsewhere"] : null;
  } else if (answered) {
    pad.draft.nonce = newNonce(); // refused by the rules: what was tapped stays, to be corrected
  }
  if (another || answered) {
    unlock(pad);
    pad.ui.early = null;
  }
  pad.outcome = project(pad.game, pad.draft);
  if (known && another && !document.hidden) {
    // The ranking comes with the same answer, and is waited for; the next turn's pad has a frame of its own.
    requestAnimationFrame(() => setTimeout(() => draw(pad)));
  } else draw(pad);
}

function draw(pad) {
  const { drawn, game } = pad;
  const another = !drawn || drawn.stamp !== game.stamp;
  const inside = pad.parts.pad.contains(pad.parts.pad.getRootNode().activeElement);
  if (!drawn || drawn.look !== game.look) renderGame(pad.parts, game);
  pad.drawn = game;
  update(pad);
  if (another) stack(pad.parts);
  // Whoever plays by keyboard goes on with the next roll.
  if (another && (game.focus || (inside && pad.ui.keyboard))) pad.parts.die.querySelector("button").focus();
}

function draftFrom(game) {
  const draft = emptyDraft(game);
  if (!game.draft) return draft;
  return { ...draft, ...game.draft };
}

function stopWaiting(pad) {
  clearTimeout(pad.ui.slow);
  clearTimeout(pad.ui.timer);
  clearTimeout(pad.ui.repeat);
}

function unlock(pad) {
  stopWaiting(pad);
  pad.ui.pending = false;
}

function update(pad) {
  const focused = pad.parts.pad.getRootNode().activeElement;
  pad.outcome = render(pad.parts, pad.game, pad.draft, pad.ui);
  const agent = focused?.closest?.(".agent");
  // "rest" and "−" may share a place: the focus stays there.
  if (agent && focused.matches(".minus, .rest") && !isShown(focused)) [...agent.children].reverse().find(isShown)?.focus();
  rove(pad.parts);
}

function explain(pad, key, values) {
  pad.ui.notice = fill(pad.game.labels[key], values);
  update(pad);
}

// What the user does ---------------------------------------------------------------------------------------

function changed(pad) {
  pad.ui.notice = null;
  pad.ui.steps = false;
  const outcome = project(pad.game, pad.draft);
  if (pad.draft.safe !== null && !outcome.targets.includes(pad.draft.safe)) pad.draft.safe = null;
  const wasDue = pad.outcome?.needsSafe;
  update(pad);
  if (pad.ui.keyboard && outcome.needsSafe && !wasDue && outcome.remaining === 0) focusFirstTarget(pad);
}

const dieOf = (face) => face === "1-3" ? face : Number(face);

function chooseDie(pad, face) {
  pad.draft.die = dieOf(face);
  const trimmed = sum(pad.draft.steps) > mostSteps(pad.game, pad.draft);
  if (trimmed) pad.draft.steps.fill(0);
  changed(pad);
  if (trimmed) explain(pad, "steps dropped");
}

function addSteps(pad, agent, all = false) {
  const { game, draft } = pad;
  if (draft.die === null) return explain(pad, "die first");
  const remaining = mostSteps(game, draft) - sum(draft.steps);
  if (remaining <= 0) return explain(pad, "no steps left", { die: draft.die });
  draft.steps[agent] += all ? remaining : 1;
  return changed(pad);
}

function takeBack(pad, agent) {
  if (pad.draft.steps[agent] === 0) return explain(pad, "nothing to take back", { agent: pad.game.agents[agent].name });
  pad.draft.steps[agent] -= 1;
  return changed(pad);
}

function chooseSafe(pad, building) {
  const { game, outcome } = pad;
  if (!outcome.needsSafe) return explain(pad, "no scoring");
  if (outcome.targets.includes(building)) {
    pad.draft.safe = building;
    return changed(pad);
  }
  if (building === outcome.safe) return explain(pad, "safe must leave");
  const there = game.agents.filter((_, a) => outcome.positions[a] === building).map((agent) => agent.name);
  return explain(pad, "must be empty", { building: buildingName(game, building), agents: there.join(", ") });
}

/** Back from the buildings to the agents, to take steps back. */
function showSteps(pad) {
  pad.ui.steps = true;
  update(pad);
  if (pad.ui.keyboard) pad.parts.roster.querySelector(".step").focus();
}

function clear(pad) {
  const { die } = pad.game.labels;
  pad.draft = emptyDraft(pad.game);
  pad.ui.entry = null;
  changed(pad);
  if (pad.ui.keyboard && die) pad.parts.die.querySelector("button").focus();
}

function commit(pad) {
  const { game, draft, outcome, ui } = pad;
  if (game.disabled || ui.pending) return;
  if (!isReady(draft, outcome, ui)) {
    explain(pad, draft.die === null ? "die first" : ui.entry ? "card unfinished" : outcome.complete ? "scoring" : "steps missing",
      { n: outcome.remaining });
    return;
  }
  ui.pending = true;
  ui.notice = ui.early = null;
  // The same nonce goes out again if the answer got lost, so the server can tell a repeat from a new turn.
  ui.timer = setTimeout(() => {
    unlock(pad);
    explain(pad, "no answer");
  }, RETRY_AFTER);
  // On a busy machine Streamlit may drop the end of an answer (changing.py, let_through). So it is asked for once more
  // before the user is bothered; not again and again, which would keep the machine busy.
  const turn = payload(game, draft, outcome);
  ui.repeat = setTimeout(() => pad.send(turn), REPEAT_AFTER);
  pad.send(turn);
  // The browser sends when this task is over: what is drawn now would come before that, and before the answer.
  setTimeout(() => ui.pending && showSent(pad.parts));
  ui.slow = setTimeout(() => update(pad), SLOW_AFTER);
}

function cardAction(pad, act, value) {
  const { ui, draft } = pad;
  if (act === "all-pass") {
    draft.plays = [];
    ui.entry = null;
  } else if (act === "unplay") draft.plays.splice(Number(value), 1);
  else if (act === "add-card") {
    if (!pad.outcome.complete) return explain(pad, "steps before cards");
    ui.entry = ui.entry ? null : { player: null, card: null, agents: [], number: null, done: false };
  } else {
    const play = answer(pad.game, ui.entry, act, value);
    if (play) {
      draft.plays.push(play);
      ui.entry = null;
    }
  }
  changed(pad);
  if (ui.keyboard) pad.parts.round.querySelector(".chips:last-child button")?.focus();
  return undefined;
}

function act(pad, button) {
  const { act: what, face, plot, value, play } = button.dataset;
  // The next roll, tapped while the turn before it is on its way, is not lost.
  if (pad.ui.pending && what === "die") pad.ui.early = dieOf(face);
  if (pad.game.disabled || pad.ui.pending) return;
  const agent = Number(button.closest("[data-agent]")?.dataset.agent);
  const actions = {
    die: () => chooseDie(pad, face),
    step: () => addSteps(pad, agent),
    rest: () => addSteps(pad, agent, true),
    minus: () => takeBack(pad, agent),
    safe: () => chooseSafe(pad, Number(plot)),
    steps: () => showSteps(pad),
    clear: () => clear(pad),
    commit: () => commit(pad),
  };
  (actions[what] ?? (() => cardAction(pad, what, value ?? play)))();
}

// Pointer ---------------------------------------------------------------------------------------------------

function listen(pad) {
  const { parts } = pad;
  parts.pad.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (pad.ui.press === "long") {
      pad.ui.press = null; // the click that ends a long press
      return;
    }
    if (button) act(pad, button);
    else if (parts.art.contains(event.target)) tapBoard(pad, event, addSteps);
  });
  parts.pad.addEventListener("pointerdown", (event) => {
    pad.ui.keyboard = false;
    // Once the event is over its target is the shadow root's host, so what was pressed is noted now.
    const { target, clientX, clientY } = event;
    pad.ui.press = setTimeout(() => longPress(pad, { target, clientX, clientY }), LONG_PRESS);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    parts.pad.addEventListener(name, () => pad.ui.press !== "long" && clearTimeout(pad.ui.press));
  }
  parts.pad.addEventListener("contextmenu", (event) => {
    if (event.target.closest(".step") || parts.art.contains(event.target)) event.preventDefault();
  });
  parts.pad.addEventListener("keydown", (event) => onKey(pad, event));
  parts.pad.addEventListener("focusin", () => rove(parts));
}

function longPress(pad, event) {
  if (pad.game.disabled || pad.ui.pending) return;
  const row = event.target.closest(".step")?.closest("[data-agent]");
  if (!row && !pad.parts.art.contains(event.target)) return;
  pad.ui.press = "long";
  navigator.vibrate?.(15);
  if (row) takeBack(pad, Number(row.dataset.agent));
  else tapBoard(pad, event, takeBack);
}

function listenForPicture(pad) {
  const arrived = () => {
    if (!pad.parts.pad.isConnected) window.removeEventListener("heimlich-picture", arrived);
    else if (pad.latest !== pad.game) pad.receive(pad.latest);
  };
  window.addEventListener("heimlich-picture", arrived);
}

function tapBoard(pad, event, action) {
  if (pad.game.disabled || pad.ui.pending) return;
  const box = pad.parts.art.getBoundingClientRect();
  const { width, height } = pad.game.scene;
  const agent = agentAt(pad.parts, pad.game, ((event.clientX - box.left) * width) / box.width,
    ((event.clientY - box.top) * height) / box.height);
  if (agent !== null) action(pad, agent);
}
