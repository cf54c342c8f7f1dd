// Keeps the part of the board that never moves, for the pad: an element of its own is sent again only where it
// differs, while the pad's data are new with every turn.

export default function ({ data }) {
  window.heimlichBackdrops ??= new Map();
  window.heimlichBackdrops.set(data.name, data.svg);
  window.dispatchEvent(new CustomEvent("heimlich-backdrop"));
}
