"""Sentences for reasons, made from templates so that they translate: what a player at the table would say."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from assistant.deduction.attribution import Attribution
from assistant.deduction.clues import Clue
from assistant.game import RUIN, SIZE, VALUES, Outcome, building_name, positions_after, triggers
from assistant.game.legal import legal_splits
from assistant.wording import N_, Message, decimal, listed, named, say, signed

FAINT = 0.05
"""Bits below which another player's turn is not worth interpreting."""
GROUP = 3
"""Agents moved at once that make a turn a cover (RULES.md)."""


def factor_text(bits: float) -> Message:
    """`×2.1` for odds that doubled, `÷3.0` for odds that fell to a third."""
    factor = decimal(2.0 ** min(abs(bits), 40.0))
    return say("×{factor}", factor=factor) if bits >= 0 else say("÷{factor}", factor=factor)


def moves_text(outcome: Outcome, steps: tuple[int, ...]) -> Message:
    """`red 3, blue 2`: the agents that a split moves."""
    agents = outcome.before.agents
    return listed([say("{agent} {n}", agent=named(agents[a]), n=n) for a, n in enumerate(steps) if n])


def clue_sentence(clue: Clue, bits: float) -> Message:
    """What an entered clue did."""
    return say(N_("Your entry “{clue}”: {factor}."), clue=clue.text, factor=factor_text(bits))


def other_turn_sentence(outcome: Outcome, seat: int, agent: int, bits: float, shift: float) -> Message:
    """What another player's turn did: agents belong to one player each.

    Args:
        outcome: the turn of the other player.
        seat: the player asked about.
        agent: the agent asked about.
        bits: what the turn did to that.
        shift: what it did to the probability that the other player owns the agent.
    """
    before = outcome.before
    values = {
        "other": before.players[outcome.turn.player], "player": before.players[seat],
        "agent": named(before.agents[agent]), "factor": factor_text(bits),
    }  # fmt: skip
    if abs(bits) < FAINT:
        return say(N_("{other}'s turn hardly touches {player} and {agent}: {factor}."), **values)
    if bits > 0 > shift:
        return say(
            N_("{other}'s turn speaks against {agent} for {other}, which leaves it to {player}: {factor}."),
            **values,
        )
    if bits < 0 < shift:
        return say(N_("{other}'s turn speaks for {agent} as {other}'s own: {factor}."), **values)
    return say(
        N_("{other}'s turn moves the others, and with them {player}'s share in {agent}: {factor}."), **values
    )


def own_turn_sentence(outcome: Outcome, agent: int, bits: float, parts: Attribution) -> Message:
    """What the player's own turn said about `agent`, with the best-known alternative."""
    before, turn = outcome.before, outcome.turn
    if parts.alternatives == 1:
        return say(N_("{player} had no choice: {factor}."), player=before.players[turn.player],
                   factor=factor_text(bits))  # fmt: skip
    if parts.chosen < 0.5:
        return say(
            N_("{player} did with a {die} what others had done with it, as if by rote: {factor}."),
            player=before.players[turn.player], die=turn.rolled(before.edition), factor=factor_text(bits),
        )  # fmt: skip
    values = {
        "fact": _fact(outcome, agent, bits, parts),
        "others": parts.alternatives - 1,
        "factor": factor_text(bits),
        "agent": named(before.agents[agent]),
        "best": moves_text(outcome, parts.best),
    }
    if sum(n > 0 for n in turn.steps) >= GROUP and abs(bits) < 0.25:
        return say(N_("{fact}, in a group move, which hides more than it shows: {factor}."), **values)
    if parts.rank == 1 or parts.best == turn.steps:
        return say(N_("{fact}; of {others} other splits none was better for {agent}: {factor}."), **values)
    return say(
        N_("{fact}, with {others} other splits open; best for {agent} was {best}: {factor}."),
        **values,
    )


def _fact(outcome: Outcome, agent: int, bits: float, parts: Attribution) -> Message:
    by_safe, by_split = float(parts.safe.sum()), float(parts.split.sum())
    if outcome.turn.safe is not None and abs(by_safe) > abs(by_split) and (by_safe >= 0) == (bits >= 0):
        return _safe_fact(outcome, agent)
    return _split_fact(outcome, agent, bits)


def _safe_fact(outcome: Outcome, agent: int) -> Message:
    before = outcome.before
    place = outcome.after.positions[agent]
    safe = outcome.after.safe
    ahead = (safe - place) % SIZE
    values = {"player": before.players[outcome.turn.player], "agent": named(before.agents[agent]),
              "safe": named(building_name(safe)), "ahead": ahead}  # fmt: skip
    if ahead == 0:
        return say(N_("{player} put the safe where {agent} stands ({safe})"), **values)
    if ahead <= 6:
        return say(N_("{player} put the safe on {safe}, {ahead} ahead of {agent}"), **values)
    return say(N_("{player} put the safe on {safe}, out of reach of {agent}"), **values)


def _split_fact(outcome: Outcome, agent: int, bits: float) -> Message:
    before, turn = outcome.before, outcome.turn
    steps, place = turn.steps[agent], before.positions[agent]
    end = (place + steps) % SIZE
    values = {
        "player": before.players[turn.player], "agent": named(before.agents[agent]), "steps": steps,
        "die": turn.rolled(before.edition), "place": named(building_name(end)),
    }  # fmt: skip
    if outcome.scored is not None:
        return _scoring_fact(outcome, agent, values)
    if place == RUIN and steps:
        return say(N_("{player} pulled {agent} out of the ruin with a {die}"), **values)
    if end == RUIN and steps:
        return say(N_("{player} put {agent} into the ruin with a {die}"), **values)
    if place == RUIN:
        return say(N_("{player} left {agent} in the ruin with a {die}"), **values)
    missed = _missed(outcome, agent)
    if bits < 0 and missed >= 4:
        return say(N_("{player} could have set off a scoring worth {gain} to {agent} and did not"),
                   gain=missed, **values)  # fmt: skip
    if steps:
        return say(N_("{player} moved {agent} on by {steps} of {die} to {place}"), **values)
    return say(N_("{player} gave {agent} nothing of a {die} and left it on {place}"), **values)


def _scoring_fact(outcome: Outcome, agent: int, values: Mapping[str, object]) -> Message:
    gain = outcome.gains[agent]
    mean = (sum(outcome.gains) - gain) / (len(outcome.gains) - 1)
    values = {**values, "gain": signed(gain), "mean": decimal(mean, sign=True)}
    stepped = outcome.moved.positions[agent] == outcome.before.safe and outcome.turn.steps[agent]
    if stepped:
        return say(
            N_("{player} stepped onto the safe with {agent}: {gain} for it, {mean} for the others"), **values
        )
    return say(
        N_("{player} set off a scoring: {gain} for {agent}, {mean} for the others on average"), **values
    )


def _missed(outcome: Outcome, agent: int) -> int:
    """The most that a scoring with this roll would have given `agent`, 0 where none was possible."""
    before = outcome.before
    table = legal_splits(before, outcome.turn.rolled(before.edition))
    scoring = triggers(before, table)
    if not scoring.any():
        return 0
    value = np.array(VALUES)[positions_after(before, table)[scoring, agent]]
    return int(max(value.max(), 0))
