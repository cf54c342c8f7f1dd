// One line of text: what is typed goes to the preview a moment later, Enter takes it over once.
//
// What was entered waits in a list that is kept as a state, not fired as a trigger: a run of the page that is
// cut short loses triggers, a state comes again with the next run, until Python has acknowledged its word.

/** A version without the game's revision: where the entry goes. */
const placeOf = (version) => version.slice(version.indexOf(" ") + 1);

/**
 * The line for another place: a turn to be edited comes with its own text, and takes that along when it is left.
 * What the user typed stays, or waits until the turn is left.
 */
function goTo(line, input, data) {
  const untouched = input.value === line.given;
  if (data.value === line.given && !untouched && input.value) return;
  if (data.value) {
    if (!line.given && input.value) line.kept = input.value;
    input.value = data.value;
  } else if (line.given && (untouched || !input.value)) {
    input.value = line.kept ?? "";
    line.kept = "";
  }
  line.given = data.value;
}

export default function ({ data, parentElement, setStateValue }) {
  const input = parentElement.querySelector("input");
  const line = (input.line ??= { waiting: [], version: undefined, timer: 0, given: "", kept: "" });
  parentElement.querySelector("label").textContent = data.label;
  input.placeholder = data.placeholder;
  // A state that is set runs the page again, also where it stays what it was.
  const tell = (draft) => {
    if (line.draft !== draft) setStateValue("draft", draft);
    line.draft = draft;
  };
  line.send = () => setStateValue("lines", line.waiting);
  const goesOn = () => insist(line, () => line.waiting.length > 0 && input.isConnected, () => line.send());
  const before = line.waiting.length;
  line.waiting = line.waiting.filter((entry) => !data.acknowledged.includes(entry.nonce));
  if (line.waiting.length < before) line.send();
  goesOn();
  if (data.refused && data.acknowledged.includes(data.refused.nonce) && line.refused !== data.refused.nonce) {
    // Back into the line to be corrected, unless something new is being typed.
    line.refused = data.refused.nonce;
    if (!input.value) input.value = data.refused.text;
    tell(input.value);
  }
  if (data.noted && line.noted !== data.noted.nonce) {
    line.noted = data.noted.nonce;
    if (input.value.trim() === data.noted.text.trim()) input.value = "";
    tell(input.value);
  }
  if (line.version !== data.version) {
    const elsewhere = line.version === undefined || placeOf(line.version) !== placeOf(data.version);
    if (elsewhere || input.value === line.given) goTo(line, input, data);
    line.version = data.version;
    tell(input.value);
  }
  input.oninput = () => {
    clearTimeout(line.timer);
    line.timer = setTimeout(() => tell(input.value), 160);
  };
  input.onkeydown = (event) => {
    if (event.key !== "Enter" || event.isComposing || !input.value.trim()) return;
    event.preventDefault();
    clearTimeout(line.timer);
    // Behind an entry that still waits, the position on the screen is not the one that is meant.
    const version = line.waiting.length ? "" : line.version;
    line.waiting = [...line.waiting, { text: input.value, nonce: word(), version }];
    input.value = "";
    tell("");
    line.send();
    goesOn();
  };
}
