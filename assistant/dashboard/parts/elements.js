// What several components share; joined in front of each of them. Every name goes in as text, never as markup.
const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) if (value !== null) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** An agent's round mark: letter, colour, and the pattern that tells it from others without the colour. */
const token = (agent) => {
  const mark = make("span", { class: `token ${agent.pattern}`, "aria-hidden": "true" }, make("b", {}, agent.letter));
  mark.style.setProperty("--fill", agent.fill);
  mark.style.setProperty("--ink", agent.ink);
  return mark;
};

/** An entry's own word: the same entry sent twice counts once. */
const word = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");

const INSIST_AFTER = 2500; // as the pad does: sooner would only keep a busy machine busy

/** Sends what waits for an answer once more after a while, until it has come: a run of the page that another overtakes is lost. */
const insist = (holder, waits, send) => {
  clearTimeout(holder.again);
  if (waits()) holder.again = setTimeout(() => {
    send();
    insist(holder, waits, send);
  }, INSIST_AFTER);
};
