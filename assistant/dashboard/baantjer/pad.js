// The entry pad: big buttons for what can follow. A path through them is one event; it goes to the server once, and
// waits as a state until its word is acknowledged, so that a run that is cut short or a restart loses nothing.

const span = (name, ...children) => make("span", { class: name }, ...children);

// What a path gives: later fields win, lists are joined.
const eventOf = (path) => {
  const event = {};
  for (const { fields } of path)
    for (const [name, value] of Object.entries(fields))
      event[name] = Array.isArray(value) ? [...(event[name] || []), ...value] : value;
  return event;
};

class Pad {
  constructor(root) {
    this.root = root;
    this.path = [];
    this.waiting = [];
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.path.length) this.back();
    });
  }

  update(data, send) {
    this.send = send;
    const before = this.waiting.length;
    this.waiting = this.waiting.filter((entry) => !data.acknowledged.includes(entry.nonce));
    // Nothing is sent for that: another run would only draw the same again, and take a refusal from the screen.
    if (this.waiting.length < before || data.version !== this.data?.version) this.path = [];
    this.data = data;
    this.draw(false);
  }

  tap(choice) {
    if (this.waiting.length) return;
    this.path.push(choice);
    if (choice.then === null) {
      this.waiting = [{ event: eventOf(this.path), nonce: word(), version: this.data.version }];
      this.send(this.waiting);
    }
    this.draw(true);
  }

  back() {
    this.path.pop();
    this.draw(true);
  }

  draw(moved) {
    const shown = JSON.stringify([this.data.groups, this.data.lists, this.data.places, this.data.words]);
    const busy = this.waiting.length > 0;
    const stage = `${this.path.map((choice) => choice.label).join("/")} ${busy}`;
    if (this.shown === shown && this.stage === stage) return;
    [this.shown, this.stage] = [shown, stage];
    const active = (this.root.getRootNode().activeElement || document.activeElement);
    const focused = this.root.contains(active);
    const groups = this.path.length
      ? [this.step()]
      : this.data.groups.map((group) => this.group(group, this.choices(group.choices)));
    this.root.replaceChildren(...groups);
    this.root.setAttribute("aria-busy", String(busy));
    // The next buttons may be fewer: then their heading would be above the screen.
    if (moved && this.root.getBoundingClientRect().top < 0) this.root.scrollIntoView({ block: "start" });
    if (focused) this.root.querySelector(moved && this.path.length ? ".tiles button" : "button")?.focus({ preventScroll: true });
  }

  choices(name) {
    return this.data.lists[name];
  }

  // One group of first choices: a heading and its buttons.
  group(group, choices) {
    const heading = make("h3", {}, make("bdi", {}, group.heading));
    return make("section", { class: `group ${group.topic}`, "aria-label": group.heading }, heading, this.tiles(choices));
  }

  // What is asked after the first taps: what was tapped, the way back, the next buttons.
  step() {
    const said = this.path.map((choice) => choice.label).join(" › ");
    const busy = this.waiting.length > 0;
    const back = make("button", { type: "button", class: "back" }, this.data.words.back);
    back.onclick = () => this.back();
    const text = make("bdi", { role: "status" }, busy ? this.data.words.storing.replace("{event}", said) : said);
    const head = make("div", { class: "trail" }, make("h3", {}, text), ...(busy ? [] : [back]));
    const last = this.path.at(-1);
    return make("section", { class: "group step" }, head, ...(busy || last.then === null ? [] : [this.tiles(this.choices(last.then))]));
  }

  tiles(choices) {
    const rows = new Map();
    for (const choice of choices) {
      const kind = this.kind(choice);
      if (!rows.has(kind)) rows.set(kind, make("div", { class: `tiles ${kind}` }));
      if (kind === "places") this.fill(rows.get(kind), choice);
      rows.get(kind).append(this.tile(choice, kind));
    }
    return make("div", { class: "rows" }, ...rows.values());
  }

  // Places where another car stands keep their place in the grid, so that every number is always found there.
  fill(row, { piece, fields }) {
    while (fields.on && row.childElementCount < piece - 1) {
      const car = make("i", { class: "p p-car", "aria-hidden": "true" });
      row.append(make("div", { class: "taken", "aria-hidden": "true" }, span("number", String(row.childElementCount + 1)), car));
    }
  }

  kind({ piece, fields }) {
    if (typeof piece === "number") return fields.turns || fields.to ? "words" : "places";
    if (["red", "green", "plain", "parking"].includes(piece)) return "squares";
    return piece && this.data.shapes[piece] !== undefined ? "cards" : "words";
  }

  tile(choice, kind) {
    const { label, piece, fields } = choice;
    const button = make("button", { type: "button" });
    if (kind === "places") {
      const place = this.data.places[piece];
      button.className = place.seat === null ? "place" : `place seat${place.seat}`;
      button.setAttribute("aria-label", [label, place.name, place.owner].filter(Boolean).join(", "));
      button.append(span("number", String(piece)), span("name", make("bdi", {}, place.name || "")), span("owner", make("bdi", {}, place.owner || "")));
    } else {
      if (kind === "cards" && this.data.shapes[piece]) button.append(this.picture(piece));
      if (kind === "squares") button.append(span(`square ${piece}`));
      const file = fields.to ? this.data.places[piece] : undefined;
      button.append(span("label", make("bdi", {}, label), ...(file?.name ? [make("bdi", { class: "note" }, file.name)] : [])));
    }
    if (choice.then !== null) button.append(make("span", { class: "more", "aria-hidden": "true" }, "›"));
    button.onclick = () => this.tap(choice);
    return button;
  }

  picture(piece) {
    const half = piece.split("-")[1];
    const icon = make("i", { class: `p p-${this.data.shapes[piece]}`, "aria-hidden": "true" });
    return make("span", { class: `card ${piece.split("-")[0]} ${half || "whole"}`, "aria-hidden": "true" }, icon);
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".root");
  (root.pad ??= new Pad(root)).update(data, (entries) => setStateValue("entered", entries));
}
