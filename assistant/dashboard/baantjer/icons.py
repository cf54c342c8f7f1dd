"""Pictures of the pieces, drawn in one colour, so that a shape and a word always stand beside a colour.

They are CSS masks: `st.html` lets no SVG through, and the entry pad's shadow tree needs the same pictures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from assistant.baantjer.pieces import is_red, kind_of

_SHAPES: Final[Mapping[str, str]] = {
    "firearm": "<path d='M3 8h17l1-2h2v6h-6.5l-1 3H11l-1.5 6H4.2L6.5 13H3z'/><path d='M12 "
    "12.6h2.4l-.5 1.4h-2.2z' "
    "fill='#fff'/>",
    "stabbing": "<path d='M22 2c-7 2-12 6-14.5 10.5l4 4C16 14 20 9 22 2z'/><path d='m6.5 12.2 5.3 "
    "5.3-1.5 1.5-2-2L4 21.5 "
    "2.5 20 7 15.7l-2-2z'/>",
    "poison": "<path d='M9 2h6v2h-1v4.5c3.5 1.2 6 4.2 6 7.5 0 3.5-2.5 6-5 6H9c-2.5 0-5-2.5-5-6 "
    "0-3.3 2.5-6.3 6-7.5V4H9z'/>"
    "<circle cx='9.6' cy='15' r='1.5' fill='#fff'/><circle cx='14.4' cy='15' r='1.5' fill='#fff'/>"
    "<path d='M10 19h4v-1.4h-4z' fill='#fff'/>",
    "blunt": "<path d='M13.5 2.5 21.5 8l-3.6 5.2-8-5.5z'/><path d='m12 10.6 2.8 1.9L6.6 22 3 19.4z'/>",
    "koninghe": "<path d='M10 2h4v6.5L20.5 20c.6 1.2-.2 2-1.4 2H4.9c-1.2 0-2-.8-1.4-2L10 8.5z'/>"
    "<path d='M8.3 14h7.4l2.3 4.5H6z' fill='#fff'/>",
    "jochems": "<circle cx='10' cy='10' r='7.5'/><circle cx='10' cy='10' r='4.3' fill='#fff'/>"
    "<path d='m15.2 17.2 2-2 5 5-2 2z'/>",
    "lowietje": "<path d='M4 3h12v4h3c2 0 3 1.5 3 4s-1.5 5-4 5h-2c-.6 2.5-2 4-4 "
    "5H8c-3-2-4-5-4-9zM16 9.5v4h1.5c1 0 "
    "1.5-1 1.5-2.2s-.4-1.8-1.2-1.8z' fill-rule='evenodd'/>",
    "buitendam": "<path d='M12 2c5 0 9 1.8 9 4.5 0 1.6-1 2.8-2.5 3.7v2.3c-4-1.4-9-1.4-13 0v-2.3C4 9.3 3 8.1 3 "
    "6.5 3 3.8 7 2 12 2z'/><path d='M5.5 14c4-1.5 9-1.5 13 0-1 4.5-3 8-6.5 8s-5.5-3.5-6.5-8z'/>"
    "<circle cx='12' cy='6' r='1.8' fill='#fff'/>",
    "token": "<circle cx='12' cy='12' r='9.5'/><path d='M12 6.2c-2.3 0-3.7 1.4-3.8 "
    "3.5h2.3c.1-.9.6-1.5 1.5-1.5s1.4.5 "
    "1.4 1.3c0 1.6-2.6 1.7-2.6 4.5h2.3c0-1.8 2.7-2.1 2.7-4.6 0-1.9-1.5-3.2-3.8-3.2zM10.7 15.3h2.5v2.5h-2.5z' "
    "fill='#fff'/>",
    "car": "<path d='M5.5 6h13l2.5 6v7h-3v-2H6v2H3v-7zm1.6 2-1.5 4h12.8l-1.5-4z' fill-rule='evenodd'/>",
}  # fmt: skip
"""Twenty-four units wide; what is drawn in white is cut out."""


def css() -> str:
    """A class `p-<name>` for every picture: an `i` with it is the picture in the text's colour."""
    base = (
        ".p{display:inline-block;width:1.5em;height:1.5em;flex:none;background:currentColor;-webkit-mask:var(--p) "
        "center/contain no-repeat;mask:var(--p) center/contain no-repeat}"
    )
    return base + "".join(f'.p-{name}{{--p:url("{_picture(name)}")}}' for name in _SHAPES)


def _picture(name: str) -> str:
    inside = _SHAPES[name].replace("fill='#fff'", "fill='#000'")
    svg = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><mask id='m'><g fill='#fff'>"
        f"{inside}</g></mask><rect width='24' height='24' mask='url(#m)'/></svg>"
    )
    return f"data:image/svg+xml,{quote(svg)}"


def shape(piece: str) -> str:
    """The picture of a piece: of a half its weapon; "" where there is none."""
    name = kind_of(piece) if is_red(piece) else piece
    return name if name in _SHAPES else ""


def icon(piece: str) -> str:
    """The picture as HTML; screen readers pass over it."""
    return f'<i class="p p-{shape(piece)}" aria-hidden="true"></i>'
