"""The whole fit: games and self-play in, the shipped parameter file and its figures out (docs/model.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.modes import MODES
from assistant.deduction.parameters import NO_CARDS, CardParameters, Parameters
from assistant.deduction.players import surprise
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS
from assistant.records.record import Record
from assistant.training.cards_fit import fit_cards
from assistant.training.dataset import Game, reduce_game
from assistant.training.evaluation import Judged, judge_game, report
from assistant.training.jobs import Run
from assistant.training.owners_fit import OwnersFit, fit_owners
from assistant.training.players import POPULATION, Policy
from assistant.training.selfplay import play_game
from assistant.training.types_fit import Fitted, fit_choices, gather

Floats = NDArray[np.float64]
KindFit = tuple[Fitted, Fitted]
"""Stage one of a kind: the splits, the safe moves."""
Fits = dict[str, KindFit]

LEARNED: tuple[str, ...] = (
    "greedy", "grabber", "sly", "fox", "timid", "spoiler", "leader-basher", "beginner", "searcher", "slow-starter",
)  # fmt: skip
"""Self-play kinds that become types. The others teach stage two what a player who says little looks like."""
FAMILIES = {"MCTS-deep": "MCTS", "grabber": "greedy", "fox": "sly", "seat-searcher": "seat-number"}
"""Kinds that are one player with another budget or another nerve are strangers only together."""
GENERIC_SCALES = (1.0, 0.5, 0.25)
"""The mean of all types at these scales stands for a sensible player of a kind nobody has met."""
EDITIONS: tuple[str | dict[str, Any], ...] = (
    "ravensburger-expert",
    {"base": "amigo-dossier", "floor": "none"},
)
GAMES = {"random": 100, "seat-number": 50, "slow-starter": 40, "beginner": 40}
GAMES_OF_A_KIND = 24
MIXED_GAMES = 60
DECISIONS = 900
"""Most decisions per kind and sort in stage one."""
BOOST = {"seat-searcher": 0.0, "fickle": 0.0, "masked": 0.0}
"""Weight of a kind's games in stage two, 1 for all others. Those of weight 0 are only judged: what keeps them from
being read wrong and sure is built into the modes, and to learn from players so odd makes all others less sure."""
NERVE = 1.35
"""Factor on tempers and gains after stage two. Kinds that play for somebody else's agent pull them down for all, so
that strangers who are bold are read too modestly; it costs little where the uniform type holds players flat."""
ENOUGH_CHOICES = 8.0
"""Choices at a table from which it can be called strange."""
ALARM_SHARE = 0.05
"""Share of the readable training tables, met as strangers, that are called strange."""
QUIET = (
    "random",
    "mimic",
    "decoy",
    "seat-number",
    "late-grabber",
    "deceiver",
    "seat-searcher",
    "fickle",
    "masked",
)
"""Kinds whose choices are no measure of how strange a readable table looks."""


@dataclass(frozen=True)
class FitResult:
    """The parameters and the figures that stand beside them."""

    parameters: Parameters
    figures: dict[str, Any]


def family(kind: str) -> str:
    """Family of a kind."""
    return FAMILIES.get(kind, kind)


def self_play(seed: int, scale: float = 1.0) -> list[tuple[list[Policy], str | dict[str, Any], int]]:
    """The arguments of every self-play game of the fit: policies, edition, seed."""
    rng = np.random.default_rng(seed)
    jobs: list[tuple[list[Policy], str | dict[str, Any], int]] = []
    for rules in EDITIONS:
        for policy in POPULATION:
            for i in range(max(2, round(scale * GAMES.get(policy.name, GAMES_OF_A_KIND)))):
                jobs.append(([policy] * (3 + i % 5), rules, int(rng.integers(2**31))))
        for i in range(max(2, round(scale * MIXED_GAMES))):
            table = [POPULATION[j] for j in rng.integers(len(POPULATION), size=3 + i % 5)]
            jobs.append((table, rules, int(rng.integers(2**31))))
    return jobs


def _kinds_of(record: Record) -> set[str]:
    return {str(player.tags.get("controller", "")) for player in record.players}


def fit_kind(records: list[Record], kind: str) -> KindFit:
    """Stage one for one kind: its splits and its safe moves."""
    splits, safes = gather([r for r in records if _kinds_of(r) == {kind}], kind, DECISIONS)
    return fit_choices(splits), fit_choices(safes)


def _mean(fits: Sequence[Fitted]) -> Fitted:
    return Fitted(np.mean([f.weights for f in fits], axis=0), float(np.mean([f.crowd for f in fits])), 0.0)


def assemble(fits: Fits, without: Sequence[str]) -> Parameters:
    """Parameters of stage one: every kind a type, then the generic types, once for each family left out.

    Args:
        fits: stage one by kind.
        without: families to leave out of the generic types, "" for none; their types follow in this order.
    """
    names, splits, safes = list(fits), [f[0] for f in fits.values()], [f[1] for f in fits.values()]
    for left_out in without:
        kept = [fit for kind, fit in fits.items() if family(kind) != left_out]
        split, safe = _mean([f[0] for f in kept]), _mean([f[1] for f in kept])
        for scale in GENERIC_SCALES:
            names.append(f"generic {scale:g}" + (f" without {left_out}" if left_out else ""))
            splits.append(replace(split, weights=split.weights * scale))
            safes.append(replace(safe, weights=safe.weights * scale))
    return Parameters(
        types=tuple(names),
        split=np.array([f.weights for f in splits]),
        safe=np.array([f.weights for f in safes]),
        split_crowd=np.array([f.crowd for f in splits]),
        safe_crowd=np.array([f.crowd for f in safes]),
        prior=np.zeros(len(names) * len(MODES) + 1),
        temper=np.ones(len(names) * len(MODES)),
        gain=np.ones(len(names) * len(MODES)),
        habit_split=np.zeros(len(SPLIT_TERMS)),
        habit_safe=np.zeros(len(SAFE_TERMS)),
        cards=NO_CARDS,
        surprise=(0.0, 0.0),
        fitted={},
    )


def as_strangers(record: Record, fits: Fits) -> Game:
    """Reduces a game with every player's own kind hidden from the types that read them."""
    kinds = [str(player.tags.get("controller", "")) for player in record.players]
    known = {family(kind) for kind in fits}
    present = sorted({family(kind) for kind in kinds} & known)
    game = reduce_game(record, assemble(fits, ["", *present]))
    base, generic = len(fits), len(GENERIC_SCALES)
    rows = np.empty((len(kinds), base + generic), dtype=np.int64)
    for seat, kind in enumerate(kinds):
        slot = present.index(family(kind)) + 1 if family(kind) in present else 0
        rows[seat] = [*range(base), *range(base + slot * generic, base + (slot + 1) * generic)]
    seats = np.arange(len(kinds))[:, None]
    hidden = np.array([[family(kind) == family(own) for kind in fits] + [False] * generic for own in kinds])
    modes = tuple(
        one.of_types(mine).hidden(own) for one, mine, own in zip(game.sums.modes, rows, hidden, strict=True)
    )
    return replace(game, sums=replace(game.sums, modes=modes, expected=game.sums.expected[seats, rows]))


def finish(
    first: Parameters,
    owners: OwnersFit,
    fitted: dict[str, Any],
    alarm: float,
    cards: CardParameters = NO_CARDS,
) -> Parameters:
    """Puts stage two and the card choices into the parameters of stage one."""
    split = len(SPLIT_TERMS)
    return replace(
        first,
        prior=owners.prior,
        temper=NERVE * owners.temper,
        gain=NERVE * owners.gain,
        habit_split=owners.habits[:split],
        habit_safe=owners.habits[split:],
        cards=cards,
        surprise=(alarm, ENOUGH_CHOICES),
        fitted=fitted,
    )


def never_met(fits: Fits, left_out: str, owners: OwnersFit) -> Parameters:
    """The parameters of a fit that never saw a family: its types are gone, from the generic ones too.

    Args:
        fits: stage one by kind.
        left_out: the family.
        owners: stage two, fitted without the family's games, over the types of `assemble(fits, [""])`.
    """
    kept = [i for i, kind in enumerate(fits) if family(kind) != left_out]
    types = np.array([*kept, *range(len(fits), len(fits) + len(GENERIC_SCALES))])
    modes = (types[:, None] * len(MODES) + np.arange(len(MODES))).ravel()
    remaining = {kind: fit for kind, fit in fits.items() if family(kind) != left_out}
    whole = OwnersFit(
        owners.prior[np.append(modes, -1)], owners.temper[modes], owners.gain[modes], owners.habits
    )
    return finish(assemble(remaining, [""]), whole, {"left out": left_out}, -np.inf)


def fit(records: list[Record], seed: int, run: Run, scale: float = 1.0, strangers: bool = True) -> FitResult:
    """Fits everything again.

    Args:
        records: finished games with owners and `controller` tags.
        seed: of the self-play.
        run: how to run many jobs.
        scale: factor on the number of self-play games.
        strangers: also leave out one kind at a time and measure (takes most of the time).
    """
    played: list[Record] = run(play_game, self_play(seed, scale), "self-play")
    games_in = [*records, *played]
    own_kinds = {policy.name for policy in POPULATION}
    corpus = sorted({kind for record in records for kind in _kinds_of(record)} - own_kinds)
    of_kind = {kind: [r for r in games_in if _kinds_of(r) == {kind}] for kind in (*corpus, *LEARNED)}
    kinds = [kind for kind, some in of_kind.items() if some]
    fits: Fits = dict(zip(kinds, run(fit_kind, [(of_kind[k], k) for k in kinds], "types"), strict=True))
    games: list[Game] = run(as_strangers, [(record, fits) for record in games_in], "evidence")
    first = assemble(fits, [""])
    owners: OwnersFit = run(fit_owners, [(games, first.types, BOOST)], "owners")[0]
    known = replace(first, prior=owners.prior)
    gaps = [surprise(game.sums, known) for game in games if game.group[0] not in QUIET]
    cards = fit_cards(seed, run, scale)
    fitted = {"seed": seed, "games": len(games_in), "records": len(records), "self_play": len(played)}
    parameters = finish(first, owners, fitted, float(np.quantile(gaps, ALARM_SHARE)), cards)
    figures: dict[str, Any] = {**fitted, "types": list(first.types)}
    if strangers:
        figures |= leave_one_out(games_in, games, fits, run)
    return FitResult(parameters, figures)


def leave_one_out(records: list[Record], games: list[Game], fits: Fits, run: Run) -> dict[str, Any]:
    """For every family: fit without it, then its games judged as `evaluate` judges them.

    Returns:
        Under `never_seen`, the reports of `assistant.training.evaluation.report` over the recorded games
        (`corpus`), and over the simulated ones of each edition (`self-play EDITION`).
    """
    families = sorted({family(game.group[0]) for game in games} - {"mixed"})
    kept = [[g for g in games if all(family(k) != left_out for k in g.kinds)] for left_out in families]
    names = assemble(fits, [""]).types
    owners: list[OwnersFit] = run(fit_owners, [(some, names, BOOST) for some in kept], "leave one kind out")
    jobs: list[tuple[Record, str, Parameters]] = []
    sources: list[str] = []
    for left_out, found in zip(families, owners, strict=True):
        parameters = never_met(fits, left_out, found)
        for record, game in zip(records, games, strict=True):
            if family(game.group[0]) == left_out:
                jobs.append((record, "dossier", parameters))
                simulated = record.tags.get("source") == "self-play"
                sources.append(f"self-play {game.group[1]}" if simulated else "corpus")
    judged: list[Judged] = run(judge_game, jobs, "judge strangers")
    return {
        "never_seen": {
            source: report([one for one, made in zip(judged, sources, strict=True) if made == source])
            for source in sorted(set(sources))
        }
    }
