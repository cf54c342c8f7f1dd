// What a half-entered turn means: positions, scoring, markers, where the safe may go. No DOM in here.
// The engine judges every committed turn again; this is for showing at once what can be tapped.

const SIZE = 12;
const CHURCH = 0;
const RUIN = 11;

const advance = (building, steps) => (((building + steps) % SIZE) + SIZE) % SIZE;
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

function emptyDraft(game) {
  return { die: null, steps: game.agents.map(() => 0), safe: null, plays: [], nonce: newNonce() };
}

// crypto.randomUUID exists on secure addresses only, and a tablet on the local network is on none.
function newNonce() {
  const part = () => Math.random().toString(36).slice(2, 10);
  return `${Date.now().toString(36)}-${part()}${part()}`;
}

function isEmpty(draft) {
  return draft.die === null && sum(draft.steps) === 0 && draft.plays.length === 0;
}

function totalsOf(game, die) {
  return die === null ? [] : game.totals[String(die)];
}

function mostSteps(game, draft) {
  return draft.die === null ? 0 : Math.max(...totalsOf(game, draft.die));
}

/** Everything that follows from the draft; `scored` and `targets` only where a scoring is due. */
function project(game, draft) {
  const taken = sum(draft.steps);
  const complete = draft.die !== null && totalsOf(game, draft.die).includes(taken);
  let now = {
    positions: game.positions.map((at, agent) => advance(at, draft.steps[agent])),
    markers: [...game.markers],
    safe: game.safe,
    entered: new Set(),
  };
  game.positions.forEach((_, agent) => {
    if (draft.steps[agent] > 0 && now.positions[agent] === now.safe) now.entered.add(agent);
  });
  for (const play of draft.plays) now = afterCard(now, play, game);
  const due = complete && now.entered.size > 0;
  const scored = due ? score(game, now) : null;
  const finished = due && Math.max(...scored) >= game.finish;
  return {
    ...now,
    taken,
    complete,
    due,
    scored,
    finished,
    remaining: mostSteps(game, draft) - taken,
    needsSafe: due && !finished,
    targets: due && !finished ? safeTargets(game, now) : [],
  };
}

function score(game, now) {
  return now.markers.map((marker, agent) => {
    const moved = marker + game.values[now.positions[agent]];
    return game.floor === null ? moved : Math.max(moved, game.floor);
  });
}

function safeTargets(game, now) {
  const all = Array.from({ length: SIZE }, (_, building) => building);
  if (game.safeTarget === "any") return all;
  if (game.safeTarget === "other") return all.filter((building) => building !== now.safe);
  return all.filter((building) => building !== now.safe && !now.positions.includes(building));
}

// Top Secret cards --------------------------------------------------------------------------------------

const step = (now, agents, by) => agents.forEach((a) => (now.positions[a] = advance(now.positions[a], by)));
const place = (now, agents, building) => agents.forEach((a) => (now.positions[a] = building));

const CARD_EFFECTS = {
  "safe-anywhere": (now, agents, number) => (now.safe = number),
  "score-3-3": (now, agents, number, game) =>
    agents.forEach((a) => (now.markers[a] = Math.min(game.cards.cap, now.markers[a] + 3))),
  "back-1-or-2": step,
  "plus-minus-1": step,
  "off-the-safe": step,
  "forward-1-2-3": step,
  "two-back": (now, agents) => step(now, agents, -1),
  "two-forward": (now, agents) => step(now, agents, 1),
  "to-ruin": (now, agents) => place(now, agents, RUIN),
  "ruin-to-church": (now, agents) => place(now, agents, CHURCH),
  "to-safe": (now, agents) => place(now, agents, now.safe),
  "all-to-church": (now) => place(now, now.positions.map((_, a) => a), CHURCH),
  swap: (now, [one, other]) => {
    [now.positions[one], now.positions[other]] = [now.positions[other], now.positions[one]];
  },
  join: (now, [one, other]) => (now.positions[one] = now.positions[other]),
};

/** The position after a card. A moved safe cancels what was pending; arriving at the safe counts as entering. */
function afterCard(now, play, game) {
  const next = { ...now, positions: [...now.positions], markers: [...now.markers] };
  CARD_EFFECTS[play.card]?.(next, play.agents, play.number, game);
  if (next.safe !== now.safe) return { ...next, entered: new Set() };
  const shifted = next.positions.map((at, a) => at !== now.positions[a]);
  const entered = [...now.entered].filter((a) => !shifted[a]);
  next.positions.forEach((at, a) => {
    if (shifted[a] && at === next.safe) entered.push(a);
  });
  return { ...next, entered: new Set(entered) };
}

/** Agents on which the card can still be played in this position, given those already chosen. */
function cardAgents(game, now, card, chosen) {
  const at = now.positions;
  const fits = {
    "score-3-3": (a) => now.markers[a] < game.cards.cap,
    "off-the-safe": (a) => at[a] === now.safe,
    "to-ruin": (a) => at[a] !== RUIN,
    "to-safe": (a) => at[a] !== now.safe,
    "ruin-to-church": (a) => at[a] === RUIN,
    swap: (a) => chosen.every((other) => at[other] !== at[a]),
    join: (a) => chosen.every((other) => at[other] !== at[a]),
  }[card.id];
  return at.map((_, a) => a).filter((a) => !chosen.includes(a) && (!fits || fits(a)));
}

/** Whether there are agents enough to play the card on. */
function isPlayable(game, now, card) {
  const fitting = cardAgents(game, now, card, []);
  const apart = card.id === "swap" || card.id === "join" ? new Set(now.positions).size > 1 : true;
  return apart && fitting.length >= Math.min(...card.agents);
}

/** The card round as the record wants it: the plays, then a pass of everyone who still had the word. */
function cardRound(game, plays) {
  const count = game.players.length;
  const offset = plays.length ? (plays[plays.length - 1].player - game.seat + count) % count : 0;
  const passes = game.cards.passes === "once" ? count - offset : count;
  const entries = plays.map((play) => ({
    player: game.players[play.player],
    card: play.card,
    agents: play.agents.map((a) => game.agents[a].id),
    ...(play.number === null ? {} : { number: play.number }),
    ...(play.effect ? { effect: play.effect } : {}),
    ...(play.effect && play.other !== null ? { other: game.players[play.other] } : {}),
  }));
  for (let n = 0; n < passes; n += 1) {
    entries.push({ player: game.players[(game.seat + offset + n) % count], card: null });
  }
  return entries;
}

/** What is sent: the record's own form. */
function payload(game, draft, outcome) {
  const moves = {};
  draft.steps.forEach((n, agent) => {
    if (n > 0) moves[game.agents[agent].id] = n;
  });
  return {
    die: draft.die,
    moves,
    safe: outcome.needsSafe ? draft.safe : null,
    ...(game.cards ? { cards: cardRound(game, draft.plays) } : {}),
    nonce: draft.nonce,
    turn: game.turn,
    player: game.players[game.seat],
  };
}
