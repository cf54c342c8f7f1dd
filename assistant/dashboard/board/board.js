// The board to look at. The drawings come in an element of their own (picture.js), before or after this one; a
// position says only where the pieces are, back rows first.

function build(root, data, picture) {
  const open = `<svg viewBox="0 0 ${data.size.join(" ")}"`;
  root.innerHTML = `${open} aria-hidden="true">${picture.backdrop}</svg>
    ${open} class="heimlich-board" role="img"><title></title><desc></desc><g></g><g>${picture.pieces}</g></svg>`;
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".root");
  const draw = () => {
    const picture = window.heimlichPictures?.get(data.picture);
    if (!picture) return;
    if (root.drawn !== data.picture) build(root, data, picture);
    root.drawn = data.picture;
    const [title, description, turn, pieces] = root.querySelector(".heimlich-board").children;
    title.textContent = data.title;
    description.textContent = data.description;
    turn.innerHTML = data.turn; // the name in it was escaped where it was drawn
    for (const [piece, [x, y, scale]] of Object.entries(data.places)) {
      const node = pieces.querySelector(piece);
      node.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
      pieces.append(node);
    }
  };
  draw();
  window.addEventListener("heimlich-picture", draw);
  return () => window.removeEventListener("heimlich-picture", draw);
}
