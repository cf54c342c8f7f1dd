// The pad by keyboard: digits, letters, Enter, Esc, and arrows within each group of buttons.

const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function onKey(pad, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  pad.ui.keyboard = true;
  const handled = handleKey(pad, event);
  // Streamlit takes C and R for itself; in here they are agents' letters.
  if (handled || event.key.length === 1) event.stopPropagation();
  if (handled) event.preventDefault();
}

function handleKey(pad, event) {
  const { game, ui } = pad;
  if (game.disabled || ui.pending) return false;
  if (event.key in ARROWS) return moveFocus(pad, event.key);
  if (event.key === "Escape") {
    clear(pad);
    return true;
  }
  if (event.key === "Enter") return enterKey(pad, event);
  if (/^[0-9]$/.test(event.key)) return digitKey(pad, event.key, event.timeStamp);
  const agent = game.agents.findIndex(({ letter }) => letter.toLowerCase() === event.key.toLowerCase());
  if (agent < 0) return false;
  if (event.shiftKey) takeBack(pad, agent);
  else addSteps(pad, agent);
  return true;
}

/** Enter commits what is complete, wherever the focus is, except on a button that still changes something. */
function enterKey(pad, event) {
  const button = event.target.closest("button");
  const changes = button && (button.matches(".clear, .chip") ||
    (button.matches(".plot") && Number(button.dataset.plot) !== pad.draft.safe));
  if (changes || (button && !button.matches(".commit") && !isReady(pad.draft, pad.outcome, pad.ui))) return false;
  commit(pad);
  return true;
}

/** Digits choose the die; once a scoring waits for the safe they name its building (1 then 1 is 11, the ruin). */
function digitKey(pad, digit, time) {
  const { game, ui, outcome } = pad;
  if (outcome.needsSafe && outcome.remaining === 0) {
    const joined = time - ui.digitsAt < 900 ? ui.digits + digit : digit;
    ui.digits = Number(joined) < SIZE ? joined : digit;
    ui.digitsAt = time;
    chooseSafe(pad, Number(ui.digits));
    if (pad.draft.safe === Number(ui.digits)) pad.parts.plots.children[pad.draft.safe].focus();
    return true;
  }
  const face = game.faces.find((each) => String(each) === digit || (each === "1-3" && digit === "1"));
  if (face === undefined) return false;
  chooseDie(pad, String(face));
  return true;
}

const isShown = (button) => button.offsetParent !== null;

/** Each group is one stop for Tab; arrows walk within it, among agents as they stand: in columns or in lines. */
function moveFocus(pad, key) {
  const root = pad.parts.pad.getRootNode();
  const group = root.activeElement?.closest?.(".die, .roster, .plots, .targets, .round");
  if (!group) return false;
  const buttons = [...group.querySelectorAll("button")].filter(isShown);
  const each = group.matches(".roster") ? buttons.length / pad.game.agents.length : 1;
  const inColumns = each > 1 && buttons[0].offsetLeft === buttons[1].offsetLeft;
  const toNextAgent = inColumns !== (key === "ArrowDown" || key === "ArrowUp");
  const next = buttons.indexOf(root.activeElement) + ARROWS[key] * (toNextAgent ? each : 1);
  buttons[(next + buttons.length) % buttons.length]?.focus();
  return true;
}

function rove(parts) {
  const active = parts.pad.getRootNode().activeElement;
  for (const group of [parts.die, parts.roster, parts.plots, parts.targets]) {
    const buttons = [...group.querySelectorAll("button")];
    const current = buttons.includes(active) ? active
      : buttons.find((b) => b.getAttribute("aria-pressed") === "true") ?? buttons.find((b) => b.getAttribute("tabindex") === "0" && !b.matches(".minus, .rest")) ?? buttons[0];
    // Attributes: to read or set the property makes the browser lay out the page first.
    for (const button of buttons) set(button, { tabindex: button === current ? 0 : -1 });
  }
}

function focusFirstTarget(pad) {
  const { targets, safe } = pad.outcome;
  const next = [...Array(SIZE).keys()].map((n) => advance(safe, n + 1)).find((b) => targets.includes(b));
  pad.parts.plots.children[next]?.focus();
}
