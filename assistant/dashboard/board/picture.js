// Keeps the drawings for the pad: the village and the pieces look the same turn after turn. An element of its own is
// sent again only where it differs, while the pad's data are new with every turn.

const KEPT = 4;

export default function ({ data }) {
  const pictures = (window.heimlichPictures ??= new Map());
  pictures.delete(data.name);
  pictures.set(data.name, data);
  for (const name of [...pictures.keys()].slice(0, -KEPT)) pictures.delete(name);
  window.dispatchEvent(new CustomEvent("heimlich-picture"));
}
