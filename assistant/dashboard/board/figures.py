"""Pawns, markers and the safe as fragments of SVG, each drawn about its own anchor."""

from __future__ import annotations

from html import escape

from assistant.dashboard.board.palette import AgentStyle, Pattern, Theme, shade
from assistant.dashboard.board.theme import SANS, THEMES, BoardTheme

COAT = "M-29 0V-36Q-29-53-12-55H12Q29-53 29-36V0Q0 6-29 0Z"
HEM = -15
"""Top of the coat's hem, which carries the pattern."""


def number(value: float) -> str:
    """A coordinate without needless digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def placed(x: float, y: float, scale: float = 1.0) -> str:
    """A `transform` that moves and sizes a fragment."""
    size = "" if scale == 1 else f" scale({number(scale)})"
    return f"translate({number(x)} {number(y)}){size}"


def _pattern(pattern: Pattern, left: float, top: float, width: float, height: float, colour: str) -> str:
    """Marks of the pattern in a rectangle, drawn out: a `<pattern>` needs an id unique on the page."""
    right, bottom, middle = left + width, top + height, top + height / 2
    step = width / 5
    xs = [left + step * (n + 0.5) for n in range(5)]
    if pattern == "dots":
        dots = "".join(f'<circle cx="{number(x)}" cy="{number(middle)}" r="3.2"/>' for x in xs)
        return f'<g fill="{colour}" stroke="none">{dots}</g>'
    lines = {
        "plain": "",
        "stripes": "".join(f"M{number(left)} {number(top + height * y)}H{number(right)}" for y in (0.3, 0.8)),
        "bars": "".join(f"M{number(x)} {number(top)}V{number(bottom)}" for x in xs),
        "slashes": "".join(f"M{number(x - 4)} {number(bottom)}L{number(x + 5)} {number(top)}" for x in xs),
        "checks": "".join(f"M{number(x - 4)} {number(middle)}h8m-4-4v8" for x in xs[::2])
        + "".join(f"M{number(x)} {number(top)}V{number(bottom)}" for x in xs[1::2]),
        "zigzag": "M" + "L".join(
            f"{number(left + width * n / 8)} {number(bottom - 1 if n % 2 else top + 1)}" for n in range(9)
        ),
    }[pattern]  # fmt: skip
    return f'<path d="{lines}" fill="none" stroke="{colour}" stroke-width="3"/>' if lines else ""


def _letter(style: AgentStyle, theme: Theme, y: float, size: float) -> str:
    return (
        f'<text y="{number(y)}" font-size="{number(size)}" text-anchor="middle" fill="{style.text(theme)}" '
        f'font-family="{SANS}" font-weight="800" stroke="none">{escape(style.letter)}</text>'
    )


def pawn(style: AgentStyle, theme: Theme) -> str:
    """A spy in hat and coat, 58 wide and 98 high, standing on the anchor."""
    fill, colours = style.fill(theme), THEMES[theme]
    dark = shade(fill, "#000000", 0.34)
    marks = _pattern(style.pattern, -26, HEM + 3, 52, 10, style.text(theme))
    return (
        f'<ellipse cy="1" rx="34" ry="7" fill="#000" opacity=".22"/>'
        f'<g stroke="{colours.ink}" stroke-width="3" stroke-linejoin="round">'
        f'<path d="{COAT}" fill="{fill}"/>{marks}'
        f'<path d="M-12-55L0-46 12-55" fill="{dark}"/>'
        f'<circle cy="-65" r="14" fill="{colours.face}"/>'
        f'<path d="M-13-67H13" stroke-width="7"/>'
        f'<path d="M-14-79Q-13-97-4-97 0-94 4-97 13-97 14-79Z" fill="{fill}"/>'
        f'<path d="M-14-82H14" stroke="{dark}" stroke-width="5"/>'
        f'<path d="M-25-76Q0-84 25-76 0-71-25-76Z" fill="{fill}"/></g>' + _letter(style, theme, -19, 36)
    )


def marker(style: AgentStyle, theme: Theme, lap: int = 0) -> str:
    """A scoring disc of radius 29; from the second lap on with a gold rim and the lap's number.

    Args:
        style: the agent's look.
        theme: light or dark.
        lap: times round the track already; negative for a marker behind start.
    """
    colours, fill = THEMES[theme], style.fill(theme)
    rim = colours.gold if lap > 0 else shade(fill, "#ffffff", 0.45)
    badge = _badge(colours, f"{lap + 1}" if lap > 0 else "−") if lap else ""
    return (
        f'<circle cy="3" r="30" fill="#000" opacity=".25"/>'
        f'<circle r="29" fill="{fill}" stroke="{colours.ink}" stroke-width="3"/>'
        f'<circle r="24" fill="none" stroke="{rim}" stroke-width="{6 if lap > 0 else 2.5}"/>'
        + _letter(style, theme, 13, 37)
        + badge
    )


def _badge(colours: BoardTheme, text: str) -> str:
    return (
        f'<g class="lap"><circle cx="22" cy="-21" r="14" fill="{colours.gold}" stroke="{colours.ink}" '
        'stroke-width="3"/>'
        f'<text x="22" y="-14" font-size="20" font-weight="800" text-anchor="middle" '
        f'fill="{colours.gold_ink}" font-family="{SANS}">{text}</text></g>'
    )


def safe(theme: Theme) -> str:
    """The safe, 64 wide and 64 high about the anchor."""
    c = THEMES[theme]
    spokes = "".join(f'<path d="M0-15V15" transform="rotate({angle})"/>' for angle in (0, 60, 120))
    return (
        '<ellipse cy="36" rx="34" ry="6" fill="#000" opacity=".25" stroke="none"/>'
        f'<g stroke="{c.ink}" stroke-width="3" stroke-linejoin="round">'
        f'<path d="M-24 30v7h10v-7M14 30v7h10v-7" fill="{c.steel_dark}"/>'
        f'<rect x="-33" y="-32" width="66" height="64" rx="7" fill="{c.steel_dark}"/>'
        f'<rect x="-25" y="-24" width="50" height="48" rx="4" fill="{c.steel}"/>'
        f'<circle r="15" fill="{c.gold}"/><g stroke-width="4">{spokes}</g><circle r="5" fill="{c.ink}"/>'
        f'<path d="M-33-14h-5v10h5M-33 6h-5v10h5" fill="{c.steel_dark}"/></g>'
    )
