"""The board of a game as one SVG picture: pure functions that return strings.

>>> from assistant.game import edition, start
>>> table = start(edition("ravensburger"), ["Anna", "Ben"], ["red", "blue", "green", "grey"])
>>> board_svg(table, theme="light")[:4]
'<svg'
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape

from assistant.dashboard.board import geometry
from assistant.dashboard.board.buildings import building
from assistant.dashboard.board.figures import marker, number, pawn, placed, safe
from assistant.dashboard.board.geometry import HEIGHT, SPACES, WIDTH, Slot
from assistant.dashboard.board.palette import AgentStyle, Theme, agent_styles
from assistant.dashboard.board.scenery import backcloth, beside, square
from assistant.dashboard.board.theme import SERIF, THEMES, BoardTheme
from assistant.dashboard.board.track import track
from assistant.dashboard.board.words import board_labels, shown_name
from assistant.dashboard.text import short
from assistant.game import CHURCH, RUIN, SIZE, VALUES, Edition, GameState

LONGEST_NAME = 22
"""Characters of a player's name on the village square."""


def board_svg(
    state: GameState,
    *,
    theme: Theme = "light",
    labels: Mapping[str, str] | None = None,
) -> str:
    """The whole board: buildings, agents, safe, score track and markers.

    Args:
        state: the position.
        theme: light or dark.
        labels: words of the picture where they differ from the English ones, keys as in
            `words.BOARD_LABELS`.
    """
    words = {**board_labels(), **(labels or {})}
    styles = agent_styles(state.agents)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(WIDTH)} {number(HEIGHT)}" role="img" '
        f'class="heimlich-board" style="display:block;width:100%;height:auto">'
        f"<title>{escape(words['title'])}</title><desc>{escape(description(state, words))}</desc>"
        + backdrop(state.edition, theme)
        + turn_line(state, THEMES[theme], words)
        + figures(state, styles, theme)
        + "</svg>"
    )


def description(state: GameState, words: Mapping[str, str]) -> str:
    """The position in sentences, for those who do not see the picture."""
    place = {CHURCH: words["church"], RUIN: words["ruin"]}
    sentences = [words["safe at"].format(building=place.get(state.safe, state.safe))]
    sentences += [
        words["agent at"].format(agent=shown_name(agent, words), building=place.get(at, at), marker=score)
        for agent, at, score in zip(state.agents, state.positions, state.markers, strict=True)
    ]
    return " ".join(sentences)


@lru_cache(maxsize=32)
def backdrop(edition: Edition, theme: Theme) -> str:
    """What never moves: the ground, the score track, the twelve buildings and the square."""
    colours = THEMES[theme]
    return (
        f'<rect width="{number(WIDTH)}" height="{number(HEIGHT)}" rx="30" fill="{colours.rim}"/>'
        f'<rect x="10" y="10" width="{number(WIDTH - 20)}" height="{number(HEIGHT - 20)}" rx="22" '
        f'fill="{colours.paper}"/>'
        + track(edition, colours)
        + "".join(_plot(b, colours) for b in range(SIZE))
        + _arrows(colours)
        + square(geometry.square(), colours)
        + _emblem(colours)
    )


def _plot(b: int, colours: BoardTheme) -> str:
    """A plot with its building, a little right of the middle to leave room for the number plate."""
    box, x = geometry.plot(b), geometry.foot(b).x
    ground = box.y + box.height - 36
    return (
        f'<g data-plot="{b}">{backcloth(b, box, ground, colours)}'
        f'<g transform="{placed(x, ground + 5)}">{beside(b, colours)}</g>'
        f'<g transform="{placed(x + 16, ground + 5)}">{building(b, colours)}</g>'
        f'<rect {_corners(box)} fill="none" stroke="{colours.plot_edge}" stroke-width="3"/>'
        + _plaque(box.x + 34, box.y + 36, VALUES[b], b, colours)
        + "</g>"
    )


def _corners(box: geometry.Box) -> str:
    return (
        f'x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" '
        f'height="{number(box.height)}" rx="18"'
    )


def _plaque(x: float, y: float, value: int, b: int, colours: BoardTheme) -> str:
    """The enamel number plate: what the building is worth."""
    fill, ink = (colours.accent, colours.accent_ink) if b == RUIN else (colours.plaque, colours.plaque_ink)
    text = f"−{-value}" if value < 0 else str(value)
    size = 40 if len(text) == 1 else 34
    return (
        f'<rect x="{number(x - 28)}" y="{number(y - 28)}" width="56" height="56" rx="14" fill="{fill}"/>'
        f'<rect x="{number(x - 23)}" y="{number(y - 23)}" width="46" height="46" rx="10" fill="none" '
        f'stroke="{ink}" stroke-width="2" opacity=".55"/>'
        f'<text x="{number(x)}" y="{number(y + size * 0.34)}" font-size="{size}" font-weight="800" '
        f'text-anchor="middle" font-family="{SERIF}" fill="{ink}">{text}</text>'
    )


def _arrows(colours: BoardTheme) -> str:
    """Small arrows from each plot to the next, in the sense of play."""
    marks = []
    for b in range(SIZE):
        one, other = geometry.plot(b).centre, geometry.plot((b + 1) % SIZE).centre
        x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
        angle = {(True, False): 0, (False, True): 90}.get((other.x > one.x + 1, other.y > one.y + 1))
        if angle is None:
            angle = 180 if other.x < one.x - 1 else 270
        marks.append(
            f'<g transform="translate({number(x)} {number(y)}) rotate({angle})">'
            f'<circle r="15" fill="{colours.paper}"/><path d="M-5-8L6 0-5 8" fill="none" '
            f'stroke="{colours.rim}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></g>'
        )
    return "".join(marks)


def _emblem(colours: BoardTheme) -> str:
    """The spy on the village square, under a lamp."""
    x, y = geometry.square().centre
    return (
        f'<g data-emblem="" transform="{placed(x, y - 40, 0.9)}" stroke-linejoin="round">'
        f'<circle r="150" fill="{colours.plaque}"/><circle r="138" fill="none" stroke="{colours.gold}" '
        f'stroke-width="4"/><circle r="128" fill="{colours.gold}" opacity=".16"/>'
        f'<g fill="{colours.ink}" stroke="{colours.gold}" stroke-width="3">'
        f'<path d="M-88 96Q-86 28-34 22L0 52 34 22Q86 28 88 96 46 128 0 128-46 128-88 96Z"/>'
        f'<path d="M-34 22L-46-8-8 30 0 52 8 30 46-8 34 22" />'
        f'<path d="M-38-40H38Q38 22 0 26-38 22-38-40Z" fill="{colours.face}"/>'
        f'<path d="M-44-46Q-42-112-14-110 0-102 14-110 42-112 44-46Z"/>'
        f'<path d="M-44-54H44" stroke-width="12"/>'
        f'<path d="M-92-36Q0-72 92-36 0-18-92-36Z"/></g>'
        f'<g fill="{colours.ink}"><rect x="-31" y="-24" width="27" height="20" rx="8"/>'
        f'<rect x="4" y="-24" width="27" height="20" rx="8"/><path d="M-8-20H8v5H-8Z"/></g></g>'
    )


def turn_line(state: GameState, colours: BoardTheme, words: Mapping[str, str]) -> str:
    """Whose turn it is, below the spy."""
    box = geometry.square()
    if state.finished:
        text = words["finished"]
    else:
        text = words["turn of"].format(player=short(state.players[state.to_move], LONGEST_NAME))
    return (
        f'<text data-turn="" x="{number(box.centre.x)}" y="{number(box.y + box.height - 20)}" font-size="44" '
        f'text-anchor="middle" font-weight="700" font-family="{SERIF}" fill="{colours.space_ink}">'
        f"{escape(text)}</text>"
    )


def figures(state: GameState, styles: Sequence[AgentStyle], theme: Theme) -> str:
    """What moves: markers, the safe, the agents. Back rows come first, so that front rows cover them."""
    rounds = laps(state)
    marks = [
        f'<g data-marker="{a}" transform="{placed(x, y, scale)}">{marker(styles[a], theme, rounds[a])}</g>'
        for a, (x, y, scale) in marker_places(state).items()
    ]
    pawns = [
        f'<g data-pawn="{a}" transform="{placed(x, y, scale)}">{pawn(styles[a], theme)}</g>'
        for a, (x, y, scale) in pawn_places(state.positions).items()
    ]
    x, y = geometry.safe_place(state.safe)
    box = geometry.plot(state.safe)
    vault = _vault(box, theme, f' transform="{placed(box.x, box.y)}"')
    vault += f'<g data-safe="" transform="{placed(x, y)}">{safe(theme)}</g>'
    return f'<g data-figures="">{"".join(marks)}{vault}{"".join(pawns)}</g>'


@lru_cache(maxsize=64)
def pieces(styles: Sequence[AgentStyle], laps: Sequence[int], theme: Theme) -> str:
    """The same pieces, each about its own anchor, for a script that puts them into their places.

    Args:
        styles: the agents' looks.
        laps: times round the track of each agent's marker.
        theme: light or dark.
    """
    marks = [f'<g data-marker="{a}">{marker(styles[a], theme, lap)}</g>' for a, lap in enumerate(laps)]
    pawns = [f'<g data-pawn="{a}">{pawn(style, theme)}</g>' for a, style in enumerate(styles)]
    box = geometry.plot(CHURCH)
    return f'{"".join(marks)}{_vault(box, theme)}<g data-safe="">{safe(theme)}</g>{"".join(pawns)}'


def laps(state: GameState) -> tuple[int, ...]:
    """Times round the track of each marker; negative for one behind start."""
    return tuple((score - state.edition.start_score) // SPACES for score in state.markers)


def _vault(box: geometry.Box, theme: Theme, place: str = "") -> str:
    """The edge of the building that holds the safe."""
    return (
        f'<rect data-vault="" width="{number(box.width)}" height="{number(box.height)}" rx="18" fill="none" '
        f'stroke="{THEMES[theme].gold}" stroke-width="8"{place}/>'
    )


def pawn_places(positions: Sequence[int]) -> dict[int, Slot]:
    """Agent -> where its pawn stands, in drawing order."""
    places: dict[int, Slot] = {}
    for b, group in _groups(positions).items():
        x, y = geometry.foot(b)
        for agent, slot in zip(group, geometry.PAWN_SLOTS[len(group)], strict=True):
            places[agent] = Slot(x + slot.dx, y + slot.dy, slot.scale)
    return places


def marker_places(state: GameState) -> dict[int, Slot]:
    """Agent -> where its marker lies; level markers share a space, whatever their lap."""
    spaces = [(score - state.edition.start_score) % SPACES for score in state.markers]
    places: dict[int, Slot] = {}
    for space, group in _groups(spaces).items():
        x, y = geometry.track_space(space)
        for agent, slot in zip(group, geometry.MARKER_SLOTS[len(group)], strict=True):
            places[agent] = Slot(x + slot.dx, y + slot.dy, slot.scale)
    return places


def _groups(places: Sequence[int]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = defaultdict(list)
    for agent, place in enumerate(places):
        groups[place].append(agent)
    return groups
