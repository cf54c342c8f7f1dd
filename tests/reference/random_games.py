"""Random legal turns, made with the engine's own lists of choices, and random damage to them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from assistant.game import (
    CARDS,
    CardPlay,
    GameState,
    Turn,
    effect,
    legal_splits,
    may_draw,
    options,
    safe_targets,
    triggers,
)
from assistant.game.cards import play_round

Rng = random.Random


def random_turn(state: GameState, rng: Rng, eager: float = 0.35) -> Turn:
    """A legal turn of the player whose turn it is, more often with a scoring than blind chance gives.

    `eager` is how readily cards are played: hands reach their limit only where it is low.
    """
    die = rng.choice(state.edition.faces)
    table = legal_splits(state, die)
    if rng.random() < 0.5:
        due = triggers(state, table).nonzero()[0]
        row = table[rng.choice(due.tolist())] if len(due) else table[rng.randrange(len(table))]
    else:
        row = table[rng.randrange(len(table))]
    turn = Turn(state.to_move, tuple(row.tolist()), die)
    moved = replace(
        state, positions=tuple((at + n) % 12 for at, n in zip(state.positions, turn.steps, strict=True))
    )
    due_now = any(n and at == state.safe for n, at in zip(turn.steps, moved.positions, strict=True))
    if state.edition.cards == "on":
        if rng.random() < 0.5:
            turn = replace(turn, drew=may_draw(state, turn))
        turn = replace(turn, cards=_random_cards(state, moved, turn, rng, eager))
        result = play_round(state, moved, turn)
        moved, due_now = result.state, result.due
    if due_now:
        turn = replace(turn, safe=rng.choice(safe_targets(state.edition, moved.safe, moved.positions)))
    if rng.random() < 0.2:
        turn = replace(turn, scored=due_now)
    return turn


def _random_cards(
    state: GameState, moved: GameState, turn: Turn, rng: Rng, eager: float
) -> tuple[CardPlay, ...]:
    """Cards that the deck still has, in the edition's order, some passes left out."""
    entries: list[CardPlay] = []
    now = play_round(state, moved, turn).state  # after the draw
    players = len(state.players)
    seat, silent = turn.player, 0
    limit = players if state.edition.card_passes == "once" else 3 * players
    for _ in range(limit):
        while now.hands[seat] and rng.random() < eager:
            play = _random_card(now, seat, rng)
            if play is None:
                break
            entries.append(play)
            now = play_round(state, moved, replace(turn, cards=tuple(entries))).state
            silent = 0
        if rng.random() < 0.6:
            entries.append(CardPlay(seat, None))
        silent += 1
        seat = (seat + 1) % players
        if silent == players:
            break
    return tuple(entries)


def _random_card(now: GameState, seat: int, rng: Rng) -> CardPlay | None:
    out = len(now.players) == 7 or now.edition.two_agent_cards == "no"
    left = [name for name, card in CARDS.items()
            if now.played.count(name) < card.copies and not (out and name == "two-agent-cards")]  # fmt: skip
    ways = list(options(now, name)) if (name := rng.choice(left)) else []
    if not ways:
        return None
    agents, number = rng.choice(ways)
    assert effect(now, name, agents, number) is not now or name == "two-agent-cards"
    return CardPlay(seat, name, agents, number)


def plain(turn: Turn) -> dict[str, Any]:
    """The turn as the independent validator takes it."""
    cards = [{"player": c.player, "card": c.card, "agents": list(c.agents), "number": c.number}
             for c in turn.cards]  # fmt: skip
    return {"player": turn.player, "steps": list(turn.steps), "die": turn.die, "safe": turn.safe,
            "cards": cards, "drew": turn.drew, "scored": turn.scored}  # fmt: skip


def damaged(turn: Turn, state: GameState, rng: Rng) -> Turn:
    """The turn with one thing changed at random; it may still be legal."""
    kinds: list[Callable[[Turn, GameState, Rng], Turn]] = [_die, _steps, _shift, _player, _safe, _scored]
    if state.edition.cards == "on":
        kinds += [_drew, _card_added, _card_changed, _card_dropped, _cards_swapped]
    return rng.choice(kinds)(turn, state, rng)


def _die(turn: Turn, state: GameState, rng: Rng) -> Turn:
    return replace(turn, die=rng.choice([None, "1-3", 0, 1, 2, 3, 4, 5, 6, 7]))


def _steps(turn: Turn, state: GameState, rng: Rng) -> Turn:
    steps = list(turn.steps)
    steps[rng.randrange(len(steps))] += rng.choice([-2, -1, 1, 2])
    return replace(turn, steps=tuple(steps), die=rng.choice([turn.die, None]))


def _shift(turn: Turn, state: GameState, rng: Rng) -> Turn:
    """One step from one agent to another: the sum stays, the place of entry does not."""
    steps = list(turn.steps)
    steps[rng.randrange(len(steps))] -= 1
    steps[rng.randrange(len(steps))] += 1
    return replace(turn, steps=tuple(steps))


def _player(turn: Turn, state: GameState, rng: Rng) -> Turn:
    return replace(turn, player=rng.randrange(-1, len(state.players) + 1))


def _safe(turn: Turn, state: GameState, rng: Rng) -> Turn:
    return replace(turn, safe=rng.choice([None, -1, 12, state.safe, *state.positions, rng.randrange(12)]))


def _scored(turn: Turn, state: GameState, rng: Rng) -> Turn:
    return replace(turn, scored=rng.random() < 0.5)


def _drew(turn: Turn, state: GameState, rng: Rng) -> Turn:
    return replace(turn, drew=rng.random() < 0.5)


def _any_card(state: GameState, rng: Rng) -> CardPlay:
    name = rng.choice([None, *CARDS])
    count = rng.choice(CARDS[name].agents) if name else 0
    numbers = CARDS[name].numbers if name else (0,)
    agents = tuple(rng.randrange(len(state.agents)) for _ in range(count))
    return CardPlay(rng.randrange(len(state.players)), name, agents, rng.choice(numbers))


def _card_added(turn: Turn, state: GameState, rng: Rng) -> Turn:
    cards = list(turn.cards)
    cards.insert(rng.randint(0, len(cards)), _any_card(state, rng))
    return replace(turn, cards=tuple(cards))


def _card_changed(turn: Turn, state: GameState, rng: Rng) -> Turn:
    if not turn.cards:
        return _card_added(turn, state, rng)
    cards = list(turn.cards)
    place = rng.randrange(len(cards))
    other = _any_card(state, rng)
    cards[place] = rng.choice([
        replace(cards[place], player=other.player),
        replace(cards[place], agents=other.agents),
        replace(cards[place], number=rng.randint(-3, 12)),
        replace(cards[place], card=other.card),
    ])  # fmt: skip
    return replace(turn, cards=tuple(cards))


def _card_dropped(turn: Turn, state: GameState, rng: Rng) -> Turn:
    cards = list(turn.cards)
    if cards:
        del cards[rng.randrange(len(cards))]
    return replace(turn, cards=tuple(cards))


def _cards_swapped(turn: Turn, state: GameState, rng: Rng) -> Turn:
    cards = list(turn.cards)
    rng.shuffle(cards)
    return replace(turn, cards=tuple(cards))
