"""The behaviour model once more, in plain Python loops: what the arrays of `assistant.deduction` must agree with.

Written from docstrings, not from code, upon the terms of `plain_terms`; also the slow side of the benchmarks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import permutations
from math import exp, log

from plain_terms import as_rows, drifting, entering, safe_terms, split_terms

from assistant.deduction import players as table_model
from assistant.deduction.modes import DECOY_SHARES, MODES, UNMASK
from assistant.deduction.parameters import CROWD_UNIT, Parameters
from assistant.deduction.rote import FRESH, ROTE
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS
from assistant.game import GameState


def log_sum(values: Sequence[float]) -> float:
    top = max(values)
    return top + log(sum(exp(v - top) for v in values))


def likelihoods(
    rows: list[list[list[float]]], chosen: int, weights: Sequence[Sequence[float]], crowd: Sequence[float]
) -> list[list[float]]:
    """[type][agent]: log of the softmax of the chosen alternative."""
    result = []
    for vector, exponent in zip(weights, crowd, strict=True):
        scale = (len(rows) / CROWD_UNIT) ** exponent
        line = []
        for agent in range(len(rows[0][0])):
            utility = [scale * sum(w * t[agent] for w, t in zip(vector, row, strict=True)) for row in rows]
            line.append(utility[chosen] - log_sum(utility))
        result.append(line)
    return result


def habits(rows: list[list[list[float]]], chosen: int) -> list[list[float]]:
    """[term][agent]: the chosen alternative minus the mean over all."""
    return [
        [rows[chosen][k][a] - sum(row[k][a] for row in rows) / len(rows) for a in range(len(rows[0][0]))]
        for k in range(len(rows[0]))
    ]


Made = tuple[int, object, tuple[int, ...]]
"""Seat, situation and option of a choice."""


def by_rote(
    past: Sequence[Made], rote: float, made: Made, alternatives: int, table: Sequence[Sequence[float]]
) -> tuple[list[list[float]], float, float]:
    """A choice that may have been made by rote: [type][agent] and the uniform type's, and how far it was chosen.

    Args:
        past: the table's choices before.
        rote: how many of them were expected to be by rote.
        made: the choice.
        alternatives: how many options there were.
        table: [type][agent], log-likelihood of choosing it.
    """
    player, situation, option = made
    share = (ROTE[0] + rote) / (ROTE[0] + ROTE[1] + len(past))
    others = [taken for seat, where, taken in past if where == situation and seat != player]
    same = sum(taken == option for taken in others)
    repeated = share * (same + FRESH / alternatives) / (len(others) + FRESH)
    return (
        [[log((1 - share) * exp(cell) + repeated) for cell in row] for row in table],
        log((1 - share) / alternatives + repeated),
        (1 - share) / alternatives / ((1 - share) / alternatives + repeated),
    )


def by_choice(rote: float, choices: int) -> float:
    """How far a table's evidence counts once `rote` of its `choices` look as if by rote; 1 before the first."""
    return min(1.0, (1 - (ROTE[0] + rote) / (sum(ROTE) + choices)) / (1 - ROTE[0] / sum(ROTE)))


def asleep(choice: Sequence[float], uniform: float) -> float:
    """Log-likelihood of a choice that a slow starter makes for nobody: at random, or for any agent."""
    return log(0.5 * exp(uniform) + 0.5 * sum(exp(line) for line in choice) / len(choice))


STRETCH = {"plain": 0, "slow-start": 1, "decoy": 0, "heavy-decoy": 0, "disguise": 2}
"""The stretch whose habits count under a mode; none under those that say nothing of the own agent."""


def lies_in(turn: int, slow: bool) -> list[float]:
    """Share of a player's turn in all of the game, in what slow starters are awake for, and after a mask fell."""
    return [1.0, 0.0 if slow else 1.0, sum(UNMASK * (1 - UNMASK) ** k for k in range(turn))]


def in_every_mode(
    turns: Sequence[Sequence[float]], slow: Sequence[Sequence[float]], seat: int
) -> list[list[float]]:
    """[mode][agent]: log-likelihood of one player's turns under one type, in the order of `MODES`.

    Args:
        turns: [turn][agent], log-likelihood of each of the player's turns.
        slow: the same for slow starters.
        seat: of the player.
    """
    agents = range(len(turns[0]))
    plain = [sum(t[a] for t in turns) for a in agents]

    def with_decoy(own: int, decoy: int, share: float) -> float:
        return sum(log((1 - share) * exp(t[own]) + share * exp(t[decoy])) for t in turns)

    def disguised(own: int, mask: int) -> float:
        """Over every turn at which the mask may fall, and that it never falls."""
        falls = [
            log(UNMASK)
            + k * log(1 - UNMASK)
            + sum(t[mask] for t in turns[:k])
            + sum(t[own] for t in turns[k:])
            for k in range(len(turns))
        ]
        return log_sum([*falls, len(turns) * log(1 - UNMASK) + sum(t[mask] for t in turns)])

    return [
        plain,
        [sum(t[a] for t in slow) for a in agents],
        [plain[seat]] * len(plain),
        *(
            [log_sum([pair(a, b) for b in agents if b != a]) - log(len(plain) - 1) for a in agents]
            for pair in (*(partial(with_decoy, share=share) for share in DECOY_SHARES), disguised)
        ),
        [sum(log_sum(t) - log(len(plain)) for t in turns)] * len(plain),
    ]


def priors_of_table(evidence: Sequence[Sequence[float]], prior: Sequence[float]) -> list[list[float]]:
    """[player][hypothesis]: prior of a player's hypothesis once the *others* have been seen (`players.table`)."""
    n = len(prior)
    classes = [h % len(MODES) for h in range(n - 1)] + [len(MODES)]
    norm = log_sum(prior)
    log_prior = [p - norm for p in prior]
    by_class = [log_sum([log_prior[h] for h in range(n) if classes[h] == c]) for c in range(len(MODES) + 1)]
    result = []
    for player in range(len(evidence)):
        others = [row for p, row in enumerate(evidence) if p != player]
        shared = [log_prior[h] + sum(row[h] for row in others) for h in range(n)]
        together = [
            by_class[c]
            + sum(
                log_sum([row[h] + log_prior[h] - by_class[c] for h in range(n) if classes[h] == c])
                for row in others
            )
            for c in range(len(MODES) + 1)
        ]
        alone = sum(log_sum([row[h] + log_prior[h] for h in range(n)]) for row in others)
        silent = [table_model.SILENT_TABLE.get(name, 0.0) for name in (*MODES, "uniform")]
        shared = [value + silent[c] for value, c in zip(shared, classes, strict=True)]
        together = [value + bonus for value, bonus in zip(together, silent, strict=True)]
        mix = [log(m) for m in table_model.TABLE_MIX]
        total = log_sum([*(mix[0] + s for s in shared), *(mix[1] + t for t in together), mix[2] + alone])
        result.append(
            [
                exp(mix[0] + shared[h] - total)
                + exp(mix[1] + together[classes[h]] - total + log_prior[h] - by_class[classes[h]])
                + exp(mix[2] + alone - total + log_prior[h])
                for h in range(n)
            ]
        )
    return result


def combined(
    weighted: Sequence[Sequence[float]],
    habit: Sequence[Sequence[float]],
    temper: Sequence[float],
    gain: Sequence[float],
) -> list[float]:
    """[agent]: one player's scores with the hypothesis summed out (`players.combine`); habits [stretch][agent]."""
    agents = len(habit[0])
    lines = []
    for h, line in enumerate(weighted[:-1]):
        stretch = STRETCH.get(MODES[h % len(MODES)])
        told = [0.0] * agents if stretch is None else habit[stretch]
        shape = [temper[h] * line[a] + gain[h] * told[a] for a in range(agents)]
        total = log_sum(shape)
        shares = [(1 - table_model.ODD) * exp(value - total) + table_model.ODD / agents for value in shape]
        lines.append([log_sum(line) + log(share) for share in shares])
    return [log_sum([*(line[a] for line in lines), weighted[-1][a]]) for a in range(agents)]


def marginals_of(scores: Sequence[Sequence[float]]) -> list[list[float]]:
    """[player][agent] over every one-to-one assignment."""
    players, agents = len(scores), len(scores[0])
    table = [[0.0] * agents for _ in range(players)]
    top = sum(max(row) for row in scores)
    total = 0.0
    for world in permutations(range(agents), players):
        weight = exp(sum(scores[p][a] for p, a in enumerate(world)) - top)
        total += weight
        for p, a in enumerate(world):
            table[p][a] += weight
    return [[cell / total for cell in row] for row in table]


def turn_seen(
    state: GameState, splits: Sequence[Sequence[int]], chosen: int, parameters: Parameters
) -> tuple[list[list[float]], list[list[float]]]:
    """Likelihoods and habits of one split."""
    tables = entering(len(state.agents)), drifting(len(state.agents))
    rows = as_rows([split_terms(state, steps, tables) for steps in splits], SPLIT_TERMS)
    return likelihoods(rows, chosen, parameters.split.tolist(), parameters.split_crowd.tolist()), habits(
        rows, chosen
    )


def safe_seen(
    state: GameState, goals: Sequence[int], chosen: int, parameters: Parameters
) -> tuple[list[list[float]], list[list[float]]]:
    """Likelihoods and habits of one safe move."""
    tables = entering(len(state.agents)), drifting(len(state.agents))
    rows = as_rows([safe_terms(state, goal, tables) for goal in goals], SAFE_TERMS)
    return likelihoods(rows, chosen, parameters.safe.tolist(), parameters.safe_crowd.tolist()), habits(
        rows, chosen
    )


def scores_of(
    likelihood: Sequence[Sequence[Sequence[float]]],
    uniform: Sequence[float],
    habit: Sequence[Sequence[Sequence[float]]],
    parameters: Parameters,
    viewer: tuple[int, int] | None = None,
) -> list[list[float]]:
    """[player][agent]: log weight of every owner.

    Args:
        likelihood: [player][hypothesis but the uniform one][agent], as it counts.
        uniform: of every player.
        habit: [player][stretch][agent], weighted and summed over the terms, divided by `HABIT_SCALE`.
        parameters: the behaviour model's.
        viewer: (seat, agent) of the player who looks.
    """
    lines = [[*own, [flat] * len(own[0])] for own, flat in zip(likelihood, uniform, strict=True)]
    agents = len(habit[0][0])
    # Nobody else can own the viewer's agent.
    left = [a for a in range(agents) if viewer is None or a != viewer[1]]
    evidence = [[log_sum([row[a] for a in left]) - log(len(left)) for row in own] for own in lines]
    if viewer is not None:
        evidence[viewer[0]] = [row[viewer[1]] for row in lines[viewer[0]]]
    priors = priors_of_table(evidence, parameters.prior.tolist())
    result = []
    for seat, (own, prior) in enumerate(zip(lines, priors, strict=True)):
        weighted = [[row[a] + log(p) for a in left] for row, p in zip(own, prior, strict=True)]
        temper, gain = parameters.temper.tolist(), parameters.gain.tolist()
        scores = combined(weighted, [[told[a] for a in left] for told in habit[seat]], temper, gain)
        result.append([scores[left.index(a)] if a in left else float("nan") for a in range(agents)])
    return result
