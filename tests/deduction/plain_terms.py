"""The terms of the behaviour model in plain Python loops, written from names and docstrings, not from code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb, prod, tanh

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
