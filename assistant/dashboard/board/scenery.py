"""What stands around the buildings: hills and clouds by day, stars by night, trees, lamps and the square."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.dashboard.board.figures import number as n
from assistant.dashboard.board.geometry import Box
from assistant.dashboard.board.theme import BoardTheme

_TREES: Mapping[int, tuple[tuple[float, float], ...]] = {
    1: ((-68, 1.0), (88, 1.15)), 2: ((95, 0.85), (-62, 0.7)), 3: ((-72, 1.0),), 4: ((96, 0.9),),
    5: ((-66, 1.1), (98, 0.75)), 6: ((100, 0.7),), 8: ((-76, 0.8),), 11: ((-94, 0.75), (6, 0.65)),
}  # fmt: skip
"""Building -> trees beside it: distance from the middle of the plot, size."""
_LAMPS: Mapping[int, float] = {0: 92, 7: -84, 9: 102, 10: -86, 3: 96}
_CORNER = 18


def backcloth(b: int, box: Box, ground: float, theme: BoardTheme) -> str:
    """Sky, hills and pavement of one plot; `ground` is the height at which the pavement begins."""
    left, right, width = n(box.x), box.x + box.width, n(box.width)
    crest, shift = ground - 34 - (b * 7) % 23, (b * 53) % 90
    third = box.width / 3
    hills = (
        f"M{left} {n(ground)}V{n(crest + 16)}Q{n(box.x + shift)} {n(crest - 26)} "
        f"{n(box.x + third + shift / 2)} {n(crest + 14)}T{n(right)} {n(crest)}V{n(ground)}Z"
    )
    pavement = (
        f"M{left} {n(ground)}h{width}v{n(box.y + box.height - ground - _CORNER)}q0 {_CORNER}-{_CORNER} "
        f"{_CORNER}h{n(2 * _CORNER - box.width)}q-{_CORNER} 0-{_CORNER}-{_CORNER}Z"
    )
    return (
        f'<rect x="{left}" y="{n(box.y)}" width="{width}" height="{n(box.height)}" rx="{_CORNER}" '
        f'fill="{theme.sky}"/>'
        + (_stars(b, box, theme) if theme.night else _cloud(b, box, theme))
        + f'<path d="{hills}" fill="{theme.hill}"/><path d="{pavement}" fill="{theme.pavement}"/>'
        f'<path d="M{left} {n(ground)}h{width}" stroke="{theme.kerb}" stroke-width="4"/>'
    )


def _cloud(b: int, box: Box, theme: BoardTheme) -> str:
    x, y = box.x + 96 + (b * 61) % 110, box.y + 30 + (b * 17) % 34
    return (
        f'<path transform="translate({n(x)} {n(y)})" fill="{theme.glow}" opacity=".8" '
        'd="M-30 9a11 11 0 0 1 8-18 16 16 0 0 1 29-4A13 13 0 0 1 27 9Z"/>'
    )


def _stars(b: int, box: Box, theme: BoardTheme) -> str:
    places = [(76 + (b * 37 + k * 71) % 146, 16 + (b * 29 + k * 43) % 74, 1.6 + k % 2) for k in range(5)]
    dots = "".join(f'<circle cx="{n(box.x + x)}" cy="{n(box.y + y)}" r="{r}"/>' for x, y, r in places)
    return f'<g fill="{theme.glow}" opacity=".75">{dots}</g>'


def _tree(x: float, size: float, theme: BoardTheme) -> str:
    return (
        f'<g transform="translate({n(x)} 0) scale({n(size)})"><path d="M-4 2V-22H4V2Z" fill="{theme.door}"/>'
        f'<path d="M-20-20q-12-12 1-24-2-18 17-20 20 0 19 20 14 10 3 24-18 12-40 0Z" fill="{theme.leaf}"/>'
        '<path d="M4-60q14 4 10 20 12 8 2 20-8 6-16 6 16-22 4-46Z" fill="#000" stroke="none" '
        'opacity=".13"/></g>'
    )


def _lamp(x: float, theme: BoardTheme) -> str:
    rings = "".join(f'<circle cy="-70" r="{r}"/>' for r in (14, 21, 28)) if theme.night else ""
    halo = f'<g fill="{theme.glow}" stroke="none" opacity=".13">{rings}</g>' if rings else ""
    return (
        f'<g transform="translate({n(x)} 0)">{halo}<path d="M0 2V-58M-8 2H8" fill="none" stroke-width="4"/>'
        f'<path d="M-9-60L-7-80H7L9-60Z" fill="{theme.window}"/><path d="M-11-80L0-90 11-80Z" '
        f'fill="{theme.steel_dark}"/></g>'
    )


def beside(b: int, theme: BoardTheme) -> str:
    """Trees and a lamp, drawn about the middle of the plot at the height of the pavement."""
    art = "".join(_tree(x, size, theme) for x, size in _TREES.get(b, ()))
    if b in _LAMPS:
        art += _lamp(_LAMPS[b], theme)
    return f'<g stroke="{theme.ink}" stroke-width="2.6" stroke-linejoin="round">{art}</g>' if art else ""


def square(box: Box, theme: BoardTheme) -> str:
    """The cobbled square in the middle of the village."""
    x, y = box.centre
    half = min(box.width, box.height) / 2
    rings = "".join(
        f'<circle r="{n(half * share)}" stroke-dasharray="{n(20 * share + 6)} 7"/>' for share in (0.86, 0.72)
    )
    return (
        f'<rect x="{n(box.x)}" y="{n(box.y)}" width="{n(box.width)}" height="{n(box.height)}" rx="34" '
        f'fill="{theme.plot}"/><g transform="translate({n(x)} {n(y)})" fill="none" '
        f'stroke="{theme.plot_edge}" stroke-width="9" opacity=".55">{rings}</g>'
    )
