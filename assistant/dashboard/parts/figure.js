// A picture that Python drew: an SVG whose texts were escaped there.
export default function ({ data, parentElement }) {
  const box = parentElement.querySelector("div");
  if (box.drawn !== data.svg) box.innerHTML = box.drawn = data.svg;
}
