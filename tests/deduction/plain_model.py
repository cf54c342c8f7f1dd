"""The behaviour model once more, in plain Python loops: what the arrays of `assistant.deduction` must agree with.

Written from the names and docstrings of the terms, not from their code; also the slow side of the benchmarks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import permutations, product
from math import comb, exp, log, prod, tanh

from assistant.deduction import players as table_model
from assistant.deduction.modes import DECOY_SHARES, MODES, UNMASK
from assistant.deduction.parameters import CROWD_UNIT, Parameters
from assistant.deduction.terms import SAFE_TERMS, SPLIT_TERMS
from assistant.game import GameState

VALUE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3]
RUIN = 11
TURNS_AHEAD = 6
Terms = dict[str, list[float]]


def all_splits(total: int, agents: int) -> list[tuple[int, ...]]:
    return sorted((s for s in product(range(total + 1), repeat=agents) if sum(s) == total), reverse=True)


def step_chances(agents: int) -> list[float]:
    chances = [0.0] * 7
    for roll in range(1, 7):
        number = comb(roll + agents - 1, agents - 1)
        for n in range(roll + 1):
            chances[n] += comb(roll - n + agents - 2, agents - 2) / number / 6
    return chances


def entering(agents: int) -> list[list[float]]:
    """[turn][distance]: chance that an agent so far behind the safe first enters it in that turn."""
    chances = step_chances(agents)
    rows = []
    left = {d: {d or 12: 1.0} for d in range(12)}
    for _ in range(TURNS_AHEAD):
        row = []
        for d in range(12):
            moved: dict[int, float] = {}
            for where, p in left[d].items():
                for n, q in enumerate(chances):
                    if where - n >= 0:
                        moved[where - n] = moved.get(where - n, 0.0) + p * q
            row.append(moved.pop(0, 0.0))
            left[d] = moved
        rows.append(row)
    return rows


def drifting(agents: int) -> list[list[float]]:
    """[turn][building]: expected house value after so many random turns more."""
    chances = step_chances(agents)
    value: list[float] = list(map(float, VALUE))
    rows = []
    for _ in range(TURNS_AHEAD):
        value = [sum(q * value[(b + n) % 12] for n, q in enumerate(chances)) for b in range(12)]
        rows.append(value)
    return rows


def gains_ahead(
    places: Sequence[int], safe: int, tables: tuple[list[list[float]], list[list[float]]]
) -> list[float]:
    enter, drift = tables
    total = [0.0] * len(places)
    alive = 1.0
    for turn in range(TURNS_AHEAD):
        chances = [enter[turn][(safe - place) % 12] for place in places]
        nobody = prod(1.0 - p for p in chances)
        hazard = 1.0 - nobody
        for a, place in enumerate(places):
            inside = chances[a] / hazard if hazard else 0.0
            total[a] += alive * hazard * (inside * VALUE[safe] + (1.0 - inside) * drift[turn][place])
        alive *= nobody
    return total


def others_mean(values: Sequence[float]) -> list[float]:
    return [(sum(values) - v) / (len(values) - 1) for v in values]


def best_of_others(values: Sequence[float]) -> list[float]:
    return [max(v for b, v in enumerate(values) if b != a) for a in range(len(values))]


def reach(distance: int) -> float:
    return (7 - distance) / 6 if 1 <= distance <= 6 else 0.0


def rivals(state: GameState) -> list[int]:
    order = sorted(range(len(state.agents)), key=lambda a: (-state.markers[a], a))
    return [order[1] if a == order[0] else order[0] for a in range(len(state.agents))]


def split_terms(
    state: GameState, steps: Sequence[int], tables: tuple[list[list[float]], list[list[float]]]
) -> Terms:
    """Name -> value for an owner of every agent, of one split."""
    every = range(len(steps))
    ends = [(p + n) % 12 for p, n in zip(state.positions, steps, strict=True)]
    moved = [n > 0 for n in steps]
    group = sum(moved)
    enters = [moved[a] and ends[a] == state.safe for a in every]
    scoring = any(enters)
    floor = state.edition.floor_score
    value = [VALUE[b] for b in ends]
    rise = [0.0 if scoring else float(value[a] - VALUE[state.positions[a]]) for a in every]
    markers = [
        (m + v if floor is None else max(m + v, floor)) if scoring else m
        for m, v in zip(state.markers, value, strict=True)
    ]
    gain = [float(markers[a] - state.markers[a]) for a in every]
    lead = [m - best for m, best in zip(markers, best_of_others(markers), strict=True)]
    over = scoring and max(markers) >= state.edition.finish_score
    progress = min(max((max(state.markers) - state.edition.start_score) / state.edition.finish, 0.0), 1.0)
    ahead = [0.0] * len(steps) if scoring else gains_ahead(ends, state.safe, tables)
    ruined = [float(moved[a] and ends[a] == RUIN) for a in every]
    rival = rivals(state)
    result: Terms = {
        "steps": [float(n) for n in steps],
        "moved": [float(m) for m in moved],
        "burst": [float(n >= 4) for n in steps],
        "solo": [float(m and group == 1) for m in moved],
        "steps_in_group": [float(n if group >= 3 else 0) for n in steps],
        "out_of_ruin": [float(moved[a] and state.positions[a] == RUIN) for a in every],
        "into_ruin": ruined,
        "others_into_ruin": others_mean(ruined),
        "into_church": [float(moved[a] and ends[a] == 0) for a in every],
        "value": rise,
        "value_others": others_mean(rise),
        "value_rival": [rise[r] for r in rival],
        "steps_rival": [float(steps[r]) for r in rival],
        "triggers": [float(scoring)] * len(steps),
        "gain": gain,
        "gain_others": others_mean(gain),
        "gain_best": best_of_others(gain),
        "gain_rival": [gain[r] for r in rival],
        "steps_on_safe": [float(e) for e in enters],
        "high_while_other_triggers": [float(scoring and not enters[a] and value[a] >= 6) for a in every],
        "lookahead": ahead,
        "lookahead_others": others_mean(ahead),
        "lookahead_best": best_of_others(ahead),
        "lookahead_rival": [ahead[r] for r in rival],
        "near_safe": [0.0 if scoring else reach((state.safe - b) % 12) for b in ends],
        "lead": [tanh(x / 8) for x in lead],
        "wins": [float(over and x >= 0) for x in lead],
        "loses": [float(over and x < 0) for x in lead],
        "gain_late": [g * progress for g in gain],
        "steps_late": [n * progress for n in steps],
        "value_late": [r * progress for r in rise],
    }
    for building in range(12):
        result[f"stands_at_{building}"] = [float(b == building and not scoring) for b in ends]
    return result


def safe_terms(state: GameState, goal: int, tables: tuple[list[list[float]], list[list[float]]]) -> Terms:
    """Name -> value for an owner of every agent, of one building for the safe."""
    ahead = gains_ahead(state.positions, goal, tables)
    away = [(goal - p) % 12 for p in state.positions]
    near = [reach(d) for d in away]
    every = [1.0] * len(away)
    result: Terms = {
        "safe_lookahead": ahead,
        "safe_lookahead_others": others_mean(ahead),
        "safe_lookahead_best": best_of_others(ahead),
        "safe_lookahead_rival": [ahead[r] for r in rivals(state)],
        "safe_reach": near,
        "safe_reach_value": [x * VALUE[goal] for x in near],
        "safe_value": [float(VALUE[goal])] * len(away),
        "safe_any_reach": [max(near)] * len(away),
        "safe_any_reach_value": [max(near) * VALUE[p] for p in state.positions],
        "safe_close_value": [float(VALUE[goal] if 1 <= d <= 3 else 0) for d in away],
        "safe_occupied": [float(0 in away) * e for e in every],
        "safe_stays": [float(goal == state.safe)] * len(away),
    }
    for distance in range(12):
        result[f"safe_ahead_{distance}"] = [float(d == distance) for d in away]
    return result


def as_rows(terms: Sequence[Terms], names: Sequence[str]) -> list[list[list[float]]]:
    """[alternative][term][agent], in the order of `names`."""
    return [[one[name] for name in names] for one in terms]


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
        shared[-1] += table_model.SILENT_TABLE
        together[-1] += table_model.SILENT_TABLE
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
    habit: Sequence[float],
    temper: Sequence[float],
    gain: Sequence[float],
) -> list[float]:
    """[agent]: one player's scores with the hypothesis summed out (`players.combine`)."""
    agents = len(habit)
    lines = []
    for h, line in enumerate(weighted[:-1]):
        shape = [temper[h] * line[a] + gain[h] * habit[a] for a in range(agents)]
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
    habit: Sequence[Sequence[float]],
    parameters: Parameters,
    viewer: tuple[int, int] | None = None,
) -> list[list[float]]:
    """[player][agent]: log weight of every owner.

    Args:
        likelihood: [player][hypothesis but the uniform one][agent], as it counts.
        uniform: of every player.
        habit: [player][agent], weighted and summed over the terms, divided by `HABIT_SCALE`.
        parameters: the behaviour model's.
        viewer: (seat, agent) of the player who looks.
    """
    lines = [[*own, [flat] * len(own[0])] for own, flat in zip(likelihood, uniform, strict=True)]
    agents = len(habit[0])
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
        scores = combined(weighted, [habit[seat][a] for a in left], temper, gain)
        result.append([scores[left.index(a)] if a in left else float("nan") for a in range(agents)])
    return result
