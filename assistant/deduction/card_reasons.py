"""What a card round said about one player and one agent: its share of a reason, and the sentence for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.deduction.card_behaviour import PlayerRound, card_rounds, card_scores
from assistant.deduction.card_terms import CARD_TERMS, KINDS
from assistant.deduction.parameters import Parameters
from assistant.deduction.sentences import factor_text
from assistant.deduction.tally import Tally, card_evidence
from assistant.game import CARDS, Outcome, building_name
from assistant.wording import N_, Message, decimal, listed, named, say, signed

Floats = NDArray[np.float64]
CARD_SHARE = "cards"
"""Name of the card round's share among a reason's terms."""


@dataclass(frozen=True)
class CardReason:
    """What a turn's card round said about one player and one agent.

    Attributes:
        bits: share of the change of the log-odds.
        sentence: what was played or passed; None where the player had no choice.
    """

    bits: float
    sentence: Message | None


def card_reason(
    outcome: Outcome,
    sums: tuple[Tally, Tally],
    cell: tuple[int, int],
    contrast: Floats,
    parameters: Parameters,
) -> CardReason:
    """The card round's part in a reason.

    Args:
        outcome: the turn.
        sums: tally before and after it.
        cell: (seat, agent) asked about.
        contrast: the agent against the others that the player might own instead, shape (agents,): 1 for the agent,
            below 0 for the others, adding up to 0; 0 where an agent is out of the question.
        parameters: the behaviour model's.
    """
    seat, agent = cell
    part = next((part for part in card_rounds(outcome) if part.player == seat), None)
    if part is None:
        return CardReason(0.0, None)
    before, after = sums
    if after.identities != before.identities and after.earlier is not None:
        after = after.earlier
    open_ = np.flatnonzero(contrast)
    then, now = (
        card_scores(card_evidence(tally)[:, :, open_], parameters.cards)[seat] for tally in (before, after)
    )
    bits = float((now - then) @ contrast[open_]) / float(np.log(2.0))
    return CardReason(bits, _sentence(outcome, part, agent, bits))


def _sentence(outcome: Outcome, part: PlayerRound, agent: int, bits: float) -> Message:
    names = {"player": outcome.before.players[part.player], "agent": named(outcome.before.agents[agent]),
             "factor": factor_text(bits)}  # fmt: skip
    plays = [choice for choice in part.choices if choice.chosen >= 0]
    if not plays:
        return say(N_("{player} passed with {n} cards in hand: {factor}."), n=part.size, **names)
    worth = np.array(
        [choice.options.terms[CARD_TERMS.index("card_worth"), choice.chosen] for choice in plays]
    )
    others = (worth.sum() - worth[:, agent].sum()) / (worth.shape[1] - 1)
    told = [
        _play(outcome, KINDS[int(choice.options.kinds[choice.chosen])], choice.options.ways[choice.chosen])
        for choice in plays
    ]
    played = told[0]
    for one in told[1:]:
        played = say(N_("{first}, then {second}"), first=played, second=one)
    return say(
        N_("{player} played {cards}, worth {gain} to {agent} and {mean} to the others: {factor}."),
        cards=played, gain=decimal(worth[:, agent].sum(), sign=True), mean=decimal(others, sign=True), **names,
    )  # fmt: skip


def _play(outcome: Outcome, card: str, way: tuple[tuple[int, ...], int]) -> Message:
    """`“Trade places” (red, blue)`: the card, its agents, its number."""
    agents, number = way
    label = say(CARDS[card].label)
    on = listed([named(outcome.before.agents[agent]) for agent in agents])
    if not agents and number == 0 and card != "safe-anywhere":
        return say(N_("“{card}”"), card=label)
    if card == "safe-anywhere":
        return say(N_("“{card}” ({on})"), card=label, on=named(building_name(number)))
    if number:
        on = say("{on} {steps}", on=on, steps=signed(number))
    return say(N_("“{card}” ({on})"), card=label, on=on)
