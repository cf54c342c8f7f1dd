// The form for a clue: what kind, who, which agent, how sure. Taps stay in the browser until the clue is whole; it then
// waits as a state until its word is acknowledged, so that a run that is cut short loses nothing.

const forms = new WeakMap();

const emptyPair = () => ({ player: null, agents: [] });

const empty = (data) => ({ kind: data.kinds[0].id, pairs: [emptyPair(), emptyPair()], percent: data.kinds[0].trust });

const kindOf = ({ data, draft }) => data.kinds.find((kind) => kind.id === draft.kind);

const pairsOf = (form) => form.draft.pairs.slice(0, kindOf(form).pairs);

const isWhole = (form) =>
  pairsOf(form).every((pair) => pair.agents.length > 0 && (pair.player !== null || !kindOf(form).player));

const choice = (form, key, label, pressed, tap, ...marks) => {
  const button = make("button", { type: "button", class: "choice", "data-key": key, "aria-pressed": String(pressed) },
    ...marks, make("bdi", {}, label));
  button.onclick = () => {
    tap();
    form.missing = false;
    draw(form);
  };
  return button;
};

const group = (label, ...buttons) => make("div", { class: "group", role: "group", "aria-label": label }, ...buttons);

const tapAgent = (form, pair, name) => {
  const there = pair.agents.includes(name);
  if (kindOf(form).several) pair.agents = there ? pair.agents.filter((other) => other !== name) : [...pair.agents, name];
  else pair.agents = there ? [] : [name];
};

const pairRows = (form, pair, row) => {
  const { data } = form;
  const rows = [];
  if (kindOf(form).player)
    rows.push(group(data.words.player, ...data.players.map((name) => choice(form, `player-${row}-${name}`, name, pair.player === name,
      () => (pair.player = pair.player === name ? null : name)))));
  rows.push(group(data.words.agent, ...data.agents.map((agent) => choice(form, `agent-${row}-${agent.id}`, agent.name,
    pair.agents.includes(agent.id), () => tapAgent(form, pair, agent.id), token(agent)))));
  return rows;
};

const slider = (form) => {
  const output = make("output", {}, `${form.draft.percent} %`);
  const input = make("input", { type: "range", min: "5", max: "100", step: "5", value: String(form.draft.percent), "data-key": "trust" });
  input.oninput = () => {
    form.draft.percent = Number(input.value);
    output.textContent = `${input.value} %`;
  };
  return make("label", { class: "trust" }, make("span", {}, form.data.words.trust), output, input);
};

const add = (form) => {
  if (form.waiting) return;
  if (isWhole(form)) {
    const nonce = (form.waiting = word());
    const clue = { nonce, kind: form.draft.kind, percent: form.draft.percent,
      pairs: pairsOf(form).map(({ player, agents }) => [kindOf(form).player ? player : null, agents]) };
    form.send(clue);
    insist(form, () => form.waiting === nonce && form.root.isConnected, () => form.send(clue));
  } else form.missing = true;
  draw(form);
};

const draw = (form) => {
  const { data, draft, root } = form;
  const key = root.getRootNode().activeElement?.dataset?.key;
  const kinds = data.kinds.map((kind) => choice(form, `kind-${kind.id}`, kind.label, draft.kind === kind.id, () => {
    // What was chosen for another kind fits this one as far as one agent goes.
    if (!kind.several) for (const pair of draft.pairs) pair.agents = pair.agents.slice(0, 1);
    form.draft = { ...draft, kind: kind.id, percent: kind.trust };
  }));
  const button = make("button", { type: "button", class: "add", "data-key": "add", "aria-disabled": String(Boolean(form.waiting)) }, data.words.add);
  button.onclick = () => add(form);
  root.replaceChildren(group(data.words.kind, ...kinds), ...pairsOf(form).flatMap((pair, row) => pairRows(form, pair, row)),
    slider(form), ...(form.missing ? [make("p", { role: "alert" }, data.words.missing)] : []), button);
  if (key) root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
};

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".root");
  const form = forms.get(root) ?? { root, draft: empty(data), waiting: null, missing: false, drawn: "" };
  forms.set(root, form);
  form.data = data;
  form.send = (clue) => setStateValue("entered", clue);
  const table = JSON.stringify([data.players, data.agents.map((agent) => agent.id)]);
  // Half a clue outlasts a turn; after a whole one the next begins, and so it does where other names sit at the table.
  if (form.table !== table || (form.waiting && data.acknowledged.includes(form.waiting))) {
    form.draft = empty(data);
    form.waiting = null;
    form.drawn = "";
  }
  form.table = table;
  const { acknowledged, ...rest } = data;
  const looks = JSON.stringify(rest);
  if (form.drawn !== looks) draw(form);
  form.drawn = looks;
}
