// The Top Secret card round: a short form that is filled by taps, and the list of what was played.

const NOTED = "two-agent-cards"; // what it did is noted by hand

function chip(text, attributes) {
  return element("button", { type: "button", class: "chip", dir: "auto", ...attributes, text });
}

function renderRound(parts, game, draft, outcome, ui) {
  parts.round.hidden = !game.cards;
  if (!game.cards) return;
  const { labels } = game;
  const plays = draft.plays.map((play, n) =>
    chip(`${game.players[play.player]}: ${playText(game, play)} ×`,
      { "data-act": "unplay", "data-play": n, "aria-label": fill(labels["remove card"], { card: playText(game, play) }) }));
  const nobody = draft.plays.length === 0 && !ui.entry;
  const buttons = [
    chip(labels["all pass"], { "data-act": "all-pass", "aria-pressed": String(nobody) }),
    ...plays,
    chip(labels["add card"], { "data-act": "add-card", "aria-pressed": String(Boolean(ui.entry)) }),
  ];
  const form = ui.entry ? entryForm(game, draft, outcome, ui.entry) : [];
  parts.round.replaceChildren(
    element("p", { class: "heading", text: labels["card round"] }), element("div", { class: "chips" }, ...buttons), ...form);
}

function playText(game, play) {
  const card = game.cards.choices.find((choice) => choice.id === play.card);
  const agents = play.agents.map((a) => game.agents[a].name).join(", ");
  const number = play.number === null ? "" : ` ${numberText(game, play.card, play.number)}`;
  const effect = play.effect ? `: ${effectText(game, play.effect, play.other)}` : "";
  return `${card.label}${effect}${agents ? ` (${agents})` : ""}${number}`;
}

function effectText(game, effect, other) {
  if (effect === "look") return game.labels["look"];
  return other === null ? game.labels["exchange extra"] : fill(game.labels["exchange with"], { player: game.players[other] });
}

function numberText(game, cardId, number) {
  if (cardId === "safe-anywhere") return buildingName(game, number);
  return number < 0 ? `−${-number}` : `+${number}`;
}

/** The next question of the form only: who, which card, which agents, which number. */
function entryForm(game, draft, outcome, entry) {
  const { labels } = game;
  const ask = (question, chips) => [
    element("p", { class: "heading", text: question }), element("div", { class: "chips" }, ...chips)];
  if (entry.player === null) {
    const seats = game.players.map((_, n) => (game.seat + n) % game.players.length);
    return ask(labels["who plays"], seats.map((p) => chip(game.players[p], { "data-act": "card-player", "data-value": p })));
  }
  if (entry.card === null) {
    return ask(labels["which card"], game.cards.choices.filter((card) => isPlayable(game, outcome, card)).map((card) =>
      chip(card.label, { "data-act": "card-kind", "data-value": card.id, title: card.hint })));
  }
  const card = game.cards.choices.find((choice) => choice.id === entry.card);
  if (card.id === NOTED && entry.effect === undefined) return ask(labels["what did it"], effectChips(game, entry));
  if (!entry.done && entry.agents.length < Math.max(...card.agents)) {
    const chips = cardAgents(game, outcome, card, entry.agents).map((a) => {
      const button = chip(game.agents[a].name, { "data-act": "card-agent", "data-value": a });
      button.prepend(element("b", { text: game.agents[a].letter, "aria-hidden": "true" }));
      button.style.setProperty("--fill", game.agents[a].fill);
      button.style.setProperty("--fill-ink", game.agents[a].ink);
      return button;
    });
    const exchanged = entry.effect === "exchange"; // it needs the extra that was taken
    if (card.agents.includes(entry.agents.length) && !exchanged) {
      chips.push(chip(labels["enough"], { "data-act": "card-done" }));
    }
    return ask(labels["which agent"], chips);
  }
  return ask(labels["which number"], card.numbers.filter((n) => card.id !== "safe-anywhere" || n !== outcome.safe).map((n) =>
    chip(numberText(game, card.id, n), { "data-act": "card-number", "data-value": n })));
}

/** What the hand-noted card may have done: nothing that was noted, a look, an exchange with somebody or with an extra. */
function effectChips(game, entry) {
  const option = (text, value) => chip(text, { "data-act": "card-effect", "data-value": value });
  const others = game.players.map((_, p) => p).filter((p) => p !== entry.player);
  return [
    option(game.labels["look"], "look"),
    ...others.map((p) => option(effectText(game, "exchange", p), `exchange ${p}`)),
    option(game.labels["exchange extra"], "exchange"),
    option(game.labels["not noted"], ""),
  ];
}

function noteEffect(entry, value) {
  const [effect, other] = value.split(" ");
  entry.effect = effect || null;
  entry.other = other === undefined ? null : Number(other);
  entry.done = effect === "" || entry.other !== null;
}

/** Takes one answer; returns the finished play, or null while something is still open. */
function answer(game, entry, act, value) {
  if (act === "card-player") entry.player = Number(value);
  if (act === "card-kind") entry.card = value;
  if (act === "card-effect") noteEffect(entry, value);
  if (act === "card-agent") {
    entry.agents.push(Number(value));
    entry.done = entry.effect === "exchange";
  }
  if (act === "card-done") entry.done = true;
  if (act === "card-number") entry.number = Number(value);
  const card = game.cards.choices.find((choice) => choice.id === entry.card);
  if (!card || (card.id === NOTED && entry.effect === undefined)) return null;
  const enough = entry.done || entry.agents.length >= Math.max(...card.agents);
  const needsNumber = card.numbers.length > 0 && entry.number === null;
  return enough && !needsNumber
    ? {
      player: entry.player, card: entry.card, agents: entry.agents, number: entry.number,
      effect: entry.effect ?? null, other: entry.other ?? null,
    }
    : null;
}
