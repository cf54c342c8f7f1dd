"""The twelve buildings as fragments of SVG: the more a building is worth, the grander it stands.

Each is drawn about the middle of its front step, 200 wide at most; walls and roofs take the theme's colours,
and by night the windows are lit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from assistant.dashboard.board.figures import number as n
from assistant.dashboard.board.theme import BoardTheme
from assistant.game import CHURCH, RUIN

Roof = Callable[[float, float, str, BoardTheme], str]
"""Drawing of a roof from the wall's width, the height of its top edge, and the colour."""


def _path(d: str, fill: str = "none", extra: str = "") -> str:
    return f'<path d="{d}" fill="{fill}"{extra}/>'


def _rect(x: float, y: float, width: float, height: float, fill: str, extra: str = "") -> str:
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" fill="{fill}"{extra}/>'


_SHADOW = ' stroke="none" opacity=".13"'
_FINE = ' stroke-width="1.6"'


def _gable(width: float, top: float, colour: str, theme: BoardTheme) -> str:
    half = width / 2 + 9
    rise = width * 0.34 + 8
    return (
        _path(f"M{n(-half)} {n(top)}L0 {n(top - rise)} {n(half)} {n(top)}Z", colour)
        + _path(f"M0 {n(top - rise)}L{n(half)} {n(top)}H{n(half * 0.35)}Z", "#000", _SHADOW)
        + f'<circle cy="{n(top - rise * 0.38)}" r="7" fill="{theme.window}"{_FINE}/>'
    )


def _hip(width: float, top: float, colour: str, theme: BoardTheme) -> str:
    half, ridge = width / 2 + 10, width / 2 - 22
    return (
        _rect(ridge - 22, top - 52, 15, 34, theme.walls[1])
        + _path(f"M{n(-half)} {n(top)}L{n(-ridge)} {n(top - 38)}H{n(ridge)}L{n(half)} {n(top)}Z", colour)
        + _tiles(width, top, 38)
    )


def _tiles(width: float, top: float, rise: float) -> str:
    rows = "".join(
        f"M{n(-width / 2 - 6 + 12 * k)} {n(top - rise * k / 3)}H{n(width / 2 + 6 - 12 * k)}" for k in (1, 2)
    )
    return _path(rows, "none", ' stroke-width="1.6" stroke-dasharray="9 4" opacity=".55"')


def _mansard(width: float, top: float, colour: str, theme: BoardTheme) -> str:
    half = width / 2
    dormers = "".join(
        _path(f"M{n(x - 11)} {n(top - 5)}V{n(top - 24)}Q{n(x)} {n(top - 38)} {n(x + 11)} {n(top - 24)}"
              f"V{n(top - 5)}Z", theme.window, _FINE)
        for x in (-width * 0.28, 0.0, width * 0.28)
    )  # fmt: skip
    return (
        _path(f"M{n(-half - 8)} {n(top)}Q{n(-half + 2)} {n(top - 20)} {n(-half + 10)} {n(top - 46)}"
              f"H{n(half - 10)}Q{n(half - 2)} {n(top - 20)} {n(half + 8)} {n(top)}Z", colour)
        + _rect(-half + 2, top - 52, width - 4, 8, colour)
        + dormers
    )  # fmt: skip


def _stepped(width: float, top: float, colour: str, theme: BoardTheme) -> str:
    half, step, rise = width / 2, width / 10, 15
    left = "".join(f"v{-rise}h{n(step)}" for _ in range(4))
    right = "".join(f"h{n(step)}v{rise}" for _ in range(4))
    return _path(
        f"M{n(-half)} {n(top)}{left}h{n(step)}{''}h{n(width - 10 * step)}{right}h{n(step)}Z", colour
    ) + _rect(-9, top - 42, 18, 26, theme.window, _FINE)


def _flat(width: float, top: float, colour: str, theme: BoardTheme) -> str:
    half = width / 2
    bulbs = "".join(
        f'<circle cx="{n(-half + 14 + k * (width - 28) / 7)}" cy="{n(top - 25)}" r="4.5"/>' for k in range(8)
    )
    return (
        _rect(-half - 6, top - 10, width + 12, 12, colour)
        + _path(f"M{n(-half + 4)} {n(top - 10)}V{n(top - 38)}Q0 {n(top - 62)} {n(half - 4)} {n(top - 38)}"
                f"V{n(top - 10)}Z", theme.accent)
        + f'<g fill="{theme.window}" stroke-width="1.4">{bulbs}</g>'
    )  # fmt: skip


def _turret(width: float, top: float, colour: str, theme: BoardTheme) -> str:
    half, x = width / 2, width / 2 - 26
    return (
        _path(f"M{n(-half - 8)} {n(top)}L{n(-half + 26)} {n(top - 40)}H{n(x - 20)}V{n(top)}Z", colour)
        + _rect(x - 22, top - 44, 46, 46, theme.walls[3])
        + _rect(x - 7, top - 34, 16, 22, theme.window, _FINE)
        + _path(f"M{n(x - 30)} {n(top - 44)}L{n(x + 1)} {n(top - 92)} {n(x + 32)} {n(top - 44)}Z", colour)
        + _path(f"M{n(x + 1)} {n(top - 92)}V{n(top - 106)}h14l-5 5 5 5h-14", theme.accent, _FINE)
    )


def _pediment(width: float, top: float, colour: str, theme: BoardTheme) -> str:
    half = width / 2
    return (
        _rect(-half - 8, top - 14, width + 16, 16, colour)
        + _path(f"M{n(-half - 8)} {n(top - 14)}L0 {n(top - 60)} {n(half + 8)} {n(top - 14)}Z", colour)
        + f'<circle cy="{n(top - 30)}" r="11" fill="{theme.gold}"{_FINE}/>'
        + _path(f"M-4 {n(top - 30)}H4M0 {n(top - 35)}V{n(top - 25)}", "none", ' stroke-width="2.4"')
    )


def _dome(width: float, top: float, colour: str, theme: BoardTheme) -> str:
    side = "".join(
        _path(f"M{n(x)} {n(top - 46)}V{n(top - 62)}h16l-5 5 5 5h-16", theme.accent, _FINE)
        for x in (-width * 0.4, width * 0.32)
    )
    return (
        _mansard(width, top, colour, theme)
        + _path(f"M-30 {n(top - 48)}Q-32 {n(top - 78)} 0 {n(top - 84)}Q32 {n(top - 78)} 30 {n(top - 48)}Z",
                theme.gold)
        + _path(f"M0 {n(top - 84)}V{n(top - 96)}", "none", ' stroke-width="5"')
        + side
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _House:
    """A house: width and height of its front, roof and indices of its colours, windows across and up."""

    width: float
    height: float
    roof: Roof
    wall: int
    roofing: int
    columns: int
    floors: int
    extra: str = ""


_HOUSES: Mapping[int, _House] = {
    1: _House(92, 50, _gable, 1, 1, 2, 0),
    2: _House(108, 56, _hip, 5, 0, 2, 0),
    3: _House(120, 66, _gable, 2, 2, 2, 0, "awning"),
    4: _House(122, 82, _gable, 2, 0, 2, 1, "timber"),
    5: _House(116, 86, _stepped, 4, 4, 2, 1),
    6: _House(134, 96, _mansard, 6, 3, 3, 1),
    7: _House(142, 96, _flat, 3, 4, 3, 1, "marquee"),
    8: _House(138, 78, _turret, 0, 2, 3, 1),
    9: _House(146, 108, _pediment, 2, 4, 3, 1, "columns"),
    10: _House(148, 92, _dome, 0, 0, 4, 1, "carpet"),
}


def _windows(house: _House, theme: BoardTheme) -> str:
    """Rows of windows above the ground floor, all lit by night but one."""
    storey = 26.0
    gap = house.width / house.columns
    panes = []
    for floor in range(house.floors):
        y = -house.height + 10 + floor * (storey + 6)
        for column in range(house.columns):
            x = -house.width / 2 + gap * (column + 0.5) - 9
            dark = (floor + column * 2 + house.wall) % 5 == 4
            panes.append(_rect(x, y, 18, storey - 4, theme.window_edge if dark else theme.window))
            panes.append(_path(f"M{n(x + 9)} {n(y)}v{n(storey - 4)}M{n(x)} {n(y + 10)}h18"))
    return f'<g stroke-width="1.6">{"".join(panes)}</g>'


def _ground_floor(house: _House, theme: BoardTheme) -> str:
    side = house.width / 2 - 30
    glass = "".join(_rect(x - 10, -34, 20, 20, theme.window, _FINE) for x in (-side, side))
    return glass + _path("M-13 0V-30Q0-42 13-30V0Z", theme.door) + '<circle cx="7" cy="-15" r="1.6"/>'


def _extra(house: _House, theme: BoardTheme) -> str:
    """What sets some houses apart: a café's awning, timber framing, a marquee, columns, a carpet."""
    half, top = house.width / 2, -house.height
    if house.extra == "awning":
        width = (house.width + 8) / 6
        stripes = "".join(
            _path(f"M{n(-half - 4 + k * width)}-56h{n(width)}v14q{n(-width / 2)} 10 {n(-width)} 0Z",
                  theme.accent if k % 2 else theme.window, _FINE)
            for k in range(6)
        )  # fmt: skip
        return stripes
    if house.extra == "timber":
        low, high, edge, inner = n(top + 40), n(top + 4), half - 4, half - 22
        beams = f"M{n(-half)} {low}H{n(half)}M{n(-half)} {high}H{n(half)}M0 {high}V{low}"
        braces = f"M{n(-edge)} {low}L{n(-inner)} {high}M{n(edge)} {low}L{n(inner)} {high}"
        return _path(beams + braces, "none", f' stroke="{theme.door}" stroke-width="5"')
    if house.extra == "marquee":
        return _rect(-half - 8, -52, house.width + 16, 14, theme.gold)
    if house.extra == "columns":
        xs = [-half + 12 + k * (house.width - 24) / 4 for k in range(5)]
        return "".join(_rect(x - 5, top + 4, 10, house.height - 4, theme.window) for x in xs if abs(x) > 5)
    if house.extra == "carpet":
        return _path("M-13 0H13L19 9H-19Z", theme.accent, _FINE)
    return ""


def _house(house: _House, theme: BoardTheme) -> str:
    half, top = house.width / 2, -house.height
    wall = theme.walls[house.wall]
    roof_colour = wall if house.roof is _stepped else theme.roofs[house.roofing]
    return (
        _rect(-half, top, house.width, house.height, wall)
        + _rect(half - house.width * 0.22, top, house.width * 0.22, house.height, "#000", _SHADOW)
        + house.roof(house.width, top, roof_colour, theme)
        + _windows(house, theme)
        + _ground_floor(house, theme)
        + _extra(house, theme)
    )


def _church(theme: BoardTheme) -> str:
    wall, roof = theme.walls[2], theme.roofs[2]
    lancets = "".join(
        _path(f"M{x - 7} -24V-42Q{x}-56 {x + 7}-42V-24Z", theme.window, _FINE) for x in (-62, -40, -18)
    )
    return (
        _path("M0 0V-64H-80V0Z", wall)
        + _path("M6-62L-8-100H-70L-88-62Z", roof)
        + lancets
        + _path("M0 0V-104H56V0Z", wall)
        + _path("M40 0V-104H56V0Z", "#000", _SHADOW)
        + _path("M-7-102L28-160 63-102Z", roof)
        + _path("M28-160V-178M21-170H35", "none", ' stroke-width="4"')
        + f'<circle cx="28" cy="-80" r="15" fill="{theme.window}"/>'
        + _path("M28-90V-80L35-75", "none", ' stroke-width="2.6"')
        + _path("M14 0V-32Q28-54 42-32V0Z", theme.door)
    )


def _ruin(theme: BoardTheme) -> str:
    return (
        _path("M-84 0V-62L-72-70-64-96-50-88-42-112-30-104-22-72-8-64-4-40 6-34V0Z", theme.stone)
        + _path("M40 0V-46L50-58 56-92 70-84 82-66 88-34 92-28V0Z", theme.stone)
        + _path("M70 0V-84L82-66 88-34 92-28V0Z", "#000", _SHADOW)
        + _path("M-60-34V-58Q-50-74-40-58V-34Z", theme.window_edge)
        + _path("M-84-28h18M-76-14h22M-30-82h10M-24-50h16M48-30h16M60-62h14M54-14h20", "none", _FINE)
        + _path("M6 0l6-14 12-3 8 8 6 9ZM-16 0l4-8 10-2 6 10Z", theme.stone)
        + _path("M-92 0q2-12 8-16 0 10 6 16ZM30 0q2-10 6-14 2 8 8 14Z", theme.roofs[4], _FINE)
    )


def building(number_: int, theme: BoardTheme) -> str:
    """The picture of a building, 0 church, 1 to 10 houses, 11 ruin."""
    if number_ == CHURCH:
        art = _church(theme)
    elif number_ == RUIN:
        art = _ruin(theme)
    else:
        art = _house(_HOUSES[number_], theme)
    return f'<g stroke="{theme.ink}" stroke-width="2.6" stroke-linejoin="round">{art}</g>'
