// Where the page stands. A game that opens starts at its top; what is to be corrected, or was refused, comes into view,
// and afterwards the page goes back to where it was.

const scroller = () => document.querySelector("[data-testid=stMain]") ?? document.scrollingElement;

/** The lower part of the screen does not count: a phone has its bars there. */
const isInView = (box) => box.top >= 0 && box.top < innerHeight * 0.6;

/** Brings an element into view that the same run draws; where the page stood before. */
function bring(name, then) {
  requestAnimationFrame(() => setTimeout(() => {
    const place = document.querySelector(name);
    if (!place || isInView(place.getBoundingClientRect())) return;
    const from = scroller().scrollTop;
    place.scrollIntoView({ block: "start" });
    then?.(from);
  }));
}

export default function ({ data }) {
  const state = (window.heimlichView ??= { page: null, place: "" });
  if (data.page === null) { // once, whatever is open
    if (state.shown !== data.place) bring(data.shown);
    state.shown = data.place;
    return;
  }
  if (state.page !== data.page) {
    if (data.page) scroller().scrollTo(0, 0);
    Object.assign(state, { page: data.page, place: "", from: undefined });
  }
  if (state.place === data.place) return;
  state.place = data.place;
  if (data.place) bring(data.shown, (from) => (state.from ??= from));
  else if (state.from !== undefined) {
    const { from } = state;
    state.from = undefined;
    requestAnimationFrame(() => setTimeout(() => scroller().scrollTo(0, from)));
  }
}
