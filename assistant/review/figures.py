"""The belief timeline of one player as an SVG string: what a pair of eyes held likely after every turn.

`share` stacks the probabilities of all agents, each with its colour and pattern; `log-odds` draws a line each, so
that what happens near 0 and near 1 is seen too. Every turn is a column with `id`, `data-turn` and the exact numbers
in `data-p` (in the order of the agents), so that a click can lead there and a reader can check the picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.worlds import log_odds
from assistant.records import Replay
from assistant.review.patterns import (
    DASHES,
    PAPERS,
    SANS,
    Look,
    Paper,
    Theme,
    fill_of,
    num,
    pattern_defs,
    token,
)

Floats = NDArray[np.float64]
Scale = Literal["share", "log-odds"]

WIDTH, HEIGHT = 560, 250
LEFT, RIGHT, TOP, BASE = 50.0, 526.0, 28.0, 192.0
"""Edges of the plot: left, right, top and bottom."""
ODDS_LIMIT = 8.0
"""Bits at which the log-odds axis ends; beyond lies what is as good as certain."""
FLUID = 'style="display:block;width:100%;height:auto"'
"""A figure on a page is as wide as its place."""
SPACE_29 = 29
"""The track's space that calls for the dossier; editions without dossiers are marked there too."""


@dataclass(frozen=True)
class Marks:
    """What is marked along the turns of one game.

    Attributes:
        scorings: turns with a scoring.
        safe_moves: turns in which the safe moved.
        space: the first marker's space that is marked, steps from the start.
        reached: turn in which a marker got there; None if none did.
        cards: number of Top Secret cards played in every turn that saw one.
    """

    scorings: tuple[int, ...]
    safe_moves: tuple[int, ...]
    space: int
    reached: int | None
    cards: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Replay) -> Marks:
        """Of a replayed record."""
        scorings, moves, cards = [], [], {}
        for turn, step in enumerate(game.turns, start=1):
            outcome = step.outcome
            if outcome is None:
                continue
            if outcome.scored is not None:
                scorings.append(turn)
            played = sum(play.card is not None for play in outcome.turn.cards)
            if played:
                cards[turn] = played
            if outcome.after.safe != outcome.before.safe:
                moves.append(turn)
        edition, due = game.start.edition, game.state.dossier_turn
        goal = edition.dossier_score
        space = SPACE_29 if goal is None else goal - edition.start_score
        # The dossier falls due at the end of the game at the latest, also where no marker got to its space.
        candidates = range(1, len(game.turns) + 1) if goal is None else [due] if due is not None else []
        reached = next((n for n in candidates if _highest(game, n) >= edition.start_score + space), None)
        return cls(tuple(scorings), tuple(moves), space, reached, cards)


def _highest(game: Replay, turn: int) -> int:
    """The highest marker in turn number `turn`: before its scoring, which may take steps back, or after it."""
    outcome = game.turns[turn - 1].outcome
    assert outcome is not None  # `turns` have one
    return max(*outcome.moved.markers, *outcome.judged.markers)


@dataclass(frozen=True)
class Drawing:
    """How a belief timeline is drawn.

    Attributes:
        looks: of the agents.
        agents: their names.
        uid: unlike any other figure's on the page; letters, digits and hyphens.
        title: the figure in words.
        marks: what is marked along the turns.
        theme: light or dark.
        scale: `share` or `log-odds`.
        points: turn -> grade of the turning points to mark.
        truth: the agent that the player really owned, outlined; None keeps it secret.
        links: each column is a link to `#turn-n` of the page.
    """

    looks: Sequence[Look]
    agents: Sequence[str]
    uid: str
    title: str
    marks: Marks
    theme: Theme = "light"
    scale: Scale = "share"
    points: Mapping[int, str] = field(default_factory=dict)
    truth: int | None = None
    links: bool = False


def belief_svg(belief: Floats, drawing: Drawing) -> str:
    """The timeline of one player.

    Args:
        belief: P(the player owns each agent) after every turn, shape (turns + 1, agents).
        drawing: how.
    """
    paper = PAPERS[drawing.theme]
    body = _areas(belief, drawing) if drawing.scale == "share" else _lines(belief, drawing)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" class="belief" '
        f'data-figure="{escape(drawing.uid)}" data-scale="{drawing.scale}" font-family="{SANS}" '
        f'role="img" aria-label="{escape(drawing.title)}" {FLUID}>'
        + pattern_defs(drawing.uid, drawing.looks, drawing.theme)
        + _axis(len(belief) - 1, drawing.scale, paper)
        + body
        + _marks(len(belief) - 1, drawing, paper)
        + _columns(belief, drawing)
        + f'<path class="cursor" d="M0 {num(TOP - 4)}V{num(BASE + 4)}" stroke="{paper.ink}" stroke-width="2.4" '
        'visibility="hidden"/></svg>'
    )


def x_of(turn: float, turns: int) -> float:
    """Where a turn stands along the plot."""
    return LEFT + (RIGHT - LEFT) * turn / max(turns, 1)


def y_of(value: float, scale: Scale) -> float:
    """Where a probability (`share`) or log-odds in bits (`log-odds`) stands."""
    if scale == "share":
        return BASE - (BASE - TOP) * value
    inside = min(max(value, -ODDS_LIMIT), ODDS_LIMIT)
    return BASE - (BASE - TOP) * (inside + ODDS_LIMIT) / (2 * ODDS_LIMIT)


def _areas(belief: Floats, drawing: Drawing) -> str:
    turns = len(belief) - 1
    xs = [num(x_of(turn, turns)) for turn in range(turns + 1)]
    edges = np.concatenate([np.zeros((turns + 1, 1)), belief.cumsum(axis=1)], axis=1)
    shapes, letters = [], []
    for agent in range(belief.shape[1]):
        low = [num(y_of(float(v), "share")) for v in edges[:, agent]]
        high = [num(y_of(float(v), "share")) for v in edges[:, agent + 1]]
        outline = "L".join(f"{x} {y}" for x, y in zip(xs, high, strict=True))
        back = "L".join(f"{x} {y}" for x, y in zip(reversed(xs), reversed(low), strict=True))
        true = agent == drawing.truth
        stroke = PAPERS[drawing.theme].ink if true else PAPERS[drawing.theme].paper
        shapes.append(
            (true, f'<path data-agent="{agent}" d="M{outline}L{back}Z" fill="{fill_of(drawing.uid, agent)}" '
             f'stroke="{stroke}" stroke-width="{3 if true else 0.8}" stroke-linejoin="round"/>')
        )  # fmt: skip
        letters.append(_letter(belief[:, agent], edges[:, agent], agent, drawing))
    shapes.sort(key=lambda shape: shape[0])  # the outline of the true agent lies on top
    return "".join(shape for _, shape in shapes) + "".join(letters)


def _letter(share: Floats, low: Floats, agent: int, drawing: Drawing) -> str:
    """The agent's token where its area is thickest, away from the edges; nothing where it is nowhere thick."""
    turns = len(share) - 1
    inner = slice(max(1, turns // 25), max(2, turns - turns // 25))
    thick = np.flatnonzero(share >= 0.9 * share[inner].max(initial=0.0))
    thick = thick[(thick >= (inner.start or 0)) & (thick < (inner.stop or 0))]
    if not len(thick):
        return ""
    place = int(thick[len(thick) // 2])
    if share[place] * (BASE - TOP) < 29:
        return ""
    middle = y_of(float(low[place] + share[place] / 2), "share")
    return token(x_of(place, turns), middle, 12, drawing.looks[agent], drawing.theme)


def _lines(belief: Floats, drawing: Drawing) -> str:
    turns = len(belief) - 1
    odds = log_odds(belief)
    parts, ends = [], []
    for agent in range(belief.shape[1]):
        path = "L".join(
            f"{num(x_of(turn, turns))} {num(y_of(float(bits), 'log-odds'))}"
            for turn, bits in enumerate(odds[:, agent])
        )
        look, true = drawing.looks[agent], agent == drawing.truth
        colour = look.fill(drawing.theme)
        casing = f'<path d="M{path}" fill="none" stroke="{PAPERS[drawing.theme].ink}" stroke-width="6"/>'
        parts.append(
            (casing if true else "")
            + f'<path data-agent="{agent}" d="M{path}" fill="none" stroke="{colour}" stroke-width="3" '
            f'stroke-dasharray="{DASHES.get(look.pattern, "none")}" stroke-linejoin="round"/>'
        )
        ends.append((y_of(float(odds[-1, agent]), "log-odds"), agent))
    tokens = []
    below = HEIGHT
    for y, agent in sorted(ends, reverse=True):  # from the bottom up, none over another
        at = min(y, below - 23)
        below = int(at)
        tokens.append(token(RIGHT + 17, at, 11, drawing.looks[agent], drawing.theme))
    return "".join(parts) + "".join(tokens)


def _axis(turns: int, scale: Scale, paper: Paper) -> str:
    ticks: list[tuple[float, str]] = (
        [(0, "0"), (0.5, "50"), (1, "100")]
        if scale == "share"
        else [(-ODDS_LIMIT, f"−{ODDS_LIMIT:.0f}"), (0, "0"), (ODDS_LIMIT, f"+{ODDS_LIMIT:.0f}")]
    )
    rows = "".join(
        f'<path d="M{num(LEFT)} {num(y_of(value, scale))}H{num(RIGHT)}" stroke="{paper.line}"/>'
        f'<text x="{num(LEFT - 6)}" y="{num(y_of(value, scale) + 6)}" text-anchor="end" font-size="17" '
        f'fill="{paper.muted}">{label}</text>'
        for value, label in ticks
    )
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 1000) if turns / n <= 10 or n == 1000)
    columns = "".join(
        f'<text x="{num(x_of(turn, turns))}" y="{HEIGHT - 6}" text-anchor="middle" font-size="17" '
        f'fill="{paper.muted}">{turn}</text>'
        for turn in range(0, turns + 1, every)
    )
    return rows + columns


def _marks(turns: int, drawing: Drawing, paper: Paper) -> str:
    """Cards, scorings and safe moves below the plot, space 29 as a line, turning points above."""
    marks, y = drawing.marks, BASE + 12
    parts = [
        f'<path data-mark="scoring" d="M{num(x_of(t, turns) - 4.5)} {num(y + 5)}h9l-4.5-9z" fill="{paper.ink}"/>'
        for t in marks.scorings
    ]
    parts += [
        f'<rect data-mark="safe" x="{num(x_of(t, turns) - 4)}" y="{num(y + 10)}" width="8" height="8" rx="1.5" '
        f'fill="none" stroke="{paper.ink}" stroke-width="1.6"/>'
        for t in marks.safe_moves
    ]
    parts += [
        f'<rect data-mark="cards" data-n="{n}" x="{num(x_of(t, turns) - 3.5)}" y="{num(BASE + 1.5)}" width="7" '
        f'height="6.5" rx="1.2" fill="{paper.accent}"/>'
        for t, n in sorted(marks.cards.items())
    ]
    if marks.reached is not None:
        x = x_of(marks.reached, turns)
        parts.append(
            f'<path data-mark="space" d="M{num(x)} {num(TOP - 2)}V{num(BASE + 2)}" stroke="{paper.ink}" '
            f'stroke-width="1.6" stroke-dasharray="5 4"/><text x="{num(x)}" y="{num(TOP - 7)}" font-size="17" '
            f'font-weight="700" text-anchor="middle" fill="{paper.ink}">{marks.space}</text>'
        )
    size = {"hint": 4.0, "strong hint": 5.5, "giveaway": 7.0}
    parts += [
        f'<path data-mark="point" data-grade="{escape(name)}" d="M{num(x_of(t, turns))} {num(TOP - 3 - 2 * r)}'
        f'l{num(r)} {num(r)}-{num(r)} {num(r)}-{num(r)}-{num(r)}z" fill="{paper.accent}"/>'
        for t, name in sorted(drawing.points.items())
        if (r := size.get(name, 4.0))
    ]
    return "".join(parts)


def _columns(belief: Floats, drawing: Drawing) -> str:
    """One invisible column per turn, to be clicked, with the numbers behind the picture."""
    turns = len(belief) - 1
    width = (RIGHT - LEFT) / max(turns, 1)
    parts = []
    for turn, row in enumerate(belief):
        numbers = " ".join(f"{p:.6f}".rstrip("0").rstrip(".") for p in row)
        column = (
            f'<rect id="{escape(drawing.uid)}-t{turn}" class="col" data-turn="{turn}" data-p="{numbers}" '
            f'x="{num(x_of(turn, turns) - width / 2)}" y="0" width="{num(width)}" height="{HEIGHT}" '
            'fill="transparent"/>'
        )
        parts.append(f'<a href="#turn-{turn}" tabindex="-1">{column}</a>' if drawing.links else column)
    return f'<g class="columns">{"".join(parts)}</g>'
