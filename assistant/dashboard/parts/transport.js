// Steps through a game by buttons, slider, keys and by itself. The turn shown here is the reader's; the server follows.
const ICONS = {
  start: "M5 4v16M19 4 8 12l11 8z", pointBack: "M14 5 7 12l7 7M19.5 9.5 22 12l-2.5 2.5L17 12z", back: "M15 4 7 12l8 8",
  play: "M7 4v16l13-8z", pause: "M7 4v16M17 4v16", forward: "M9 4l8 8-8 8",
  pointForward: "M10 5l7 7-7 7M4.5 9.5 7 12l-2.5 2.5L2 12z", end: "M19 4v16M5 4l11 8-11 8z",
};
const PACE = 1100;
const PATIENCE = 4000;

const icon = (path) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", ICONS[path]);
  svg.append(line);
  return svg;
};

const tell = (turn) => {
  window.heimlichTurn = turn;
  window.dispatchEvent(new CustomEvent("heimlich-turn", { detail: turn }));
};

class Transport {
  constructor(root) {
    this.buttons = {};
    const row = make("div", { class: "row", role: "group" });
    for (const name of ["start", "pointBack", "back", "play", "forward", "pointForward", "end"]) {
      const button = make("button", { type: "button", class: name, "data-act": name }, icon(name));
      button.onclick = () => this.act(name);
      this.buttons[name] = button;
      row.append(button);
    }
    this.row = row;
    this.label = make("p", { class: "label", "aria-live": "polite" });
    this.slider = make("input", { type: "range", min: "0", step: "1" });
    this.slider.oninput = () => this.show(Number(this.slider.value));
    this.slider.onchange = () => this.go(Number(this.slider.value));
    root.replaceChildren(this.label, row, this.slider);
    this.waiting = 0;
  }

  update(data, send) {
    this.data = data;
    this.send = send;
    this.row.setAttribute("aria-label", data.words.transport);
    for (const [name, button] of Object.entries(this.buttons)) this.name(button, data.words[name], data.keys[name]);
    this.slider.max = String(data.turns);
    this.slider.setAttribute("aria-label", data.words.slider);
    if (this.waiting && data.turn !== this.turn && Date.now() - this.waiting < PATIENCE) return; // an older answer
    this.waiting = 0;
    this.show(data.turn);
  }

  name(button, text, key) {
    button.setAttribute("aria-label", text);
    button.title = key ? `${text} (${key})` : text;
  }

  show(turn) {
    this.turn = turn;
    const { words, turns, points } = this.data;
    this.slider.value = String(turn);
    this.slider.setAttribute("aria-valuetext", this.text());
    this.label.textContent = this.text();
    for (const name of ["start", "back"]) this.buttons[name].disabled = turn === 0;
    for (const name of ["end", "forward"]) this.buttons[name].disabled = turn === turns;
    this.buttons.pointBack.disabled = !points.some((point) => point < turn);
    this.buttons.pointForward.disabled = !points.some((point) => point > turn);
    this.buttons.play.replaceChildren(icon(this.timer ? "pause" : "play"));
    this.name(this.buttons.play, this.timer ? words.pause : words.play, this.data.keys.play);
    tell(turn);
  }

  text() {
    return this.data.words.at.replace("{turn}", this.turn).replace("{turns}", this.data.turns);
  }

  go(turn) {
    const goal = Math.max(0, Math.min(this.data.turns, turn));
    this.show(goal);
    this.waiting = Date.now();
    this.send(goal);
  }

  act(name) {
    const { points, turns } = this.data;
    if (name !== "play") this.stop();
    const goals = {
      start: 0, end: turns, back: this.turn - 1, forward: this.turn + 1,
      pointBack: points.filter((point) => point < this.turn).at(-1), pointForward: points.find((point) => point > this.turn),
    };
    if (name === "play") this.play();
    else if (goals[name] !== undefined && goals[name] >= 0 && goals[name] <= turns) this.go(goals[name]);
  }

  play() {
    if (this.timer) return this.stop();
    if (this.turn === this.data.turns) this.go(0);
    this.timer = setInterval(() => {
      if (this.waiting && Date.now() - this.waiting < PATIENCE) return; // never ahead of the board
      if (this.turn >= this.data.turns) this.stop();
      else this.go(this.turn + 1);
    }, PACE);
    this.show(this.turn);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.show(this.turn);
  }

  key(event) {
    const target = event.composedPath()[0];
    const typing = target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts = { ArrowLeft: "back", ArrowRight: "forward", Home: "start", End: "end", n: "pointForward", p: "pointBack" };
    const name = acts[event.key] || (event.key === " " && target === document.body ? "play" : null);
    if (!name) return;
    event.preventDefault();
    this.act(name);
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".root");
  const old = root.transport;
  const transport = old || (root.transport = new Transport(root));
  transport.update(data, (turn) => setTriggerValue("turn", turn));
  if (old) return transport.end;
  const key = (event) => transport.key(event);
  const goTo = (event) => { transport.stop(); transport.go(event.detail); };
  window.addEventListener("keydown", key);
  window.addEventListener("heimlich-go", goTo);
  transport.end = () => {
    clearInterval(transport.timer);
    window.removeEventListener("keydown", key);
    window.removeEventListener("heimlich-go", goTo);
    root.transport = undefined;
  };
  return transport.end;
}
