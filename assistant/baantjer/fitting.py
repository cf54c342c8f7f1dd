"""What may be laid where, what a file still lacks, and what may be taken from whom."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.baantjer.options import Options
from assistant.baantjer.pieces import CLUES, HALVES, HALVES_PER_MURDER, kind_of
from assistant.baantjer.state import File, State, Window
from assistant.wording import N_, Message, say


def misfit(options: Options, file: File, card: str) -> Message | None:
    """Why `card` cannot be laid at `file`; None where it can: what a murder needs, and how much of it."""
    if file.closed:
        return say(N_("file {place} is closed"), place=file.place)
    if card in CLUES:
        if card in file.cards:
            return say(N_("file {place} has its one clue of {card}"), place=file.place, card=card)
        return None
    if card not in options.red_names:
        return say(N_("a {card} card is acted upon and never laid at a file"), card=card)
    if len(file.halves) >= HALVES_PER_MURDER:
        return say(N_("file {place} has its two weapon halves"), place=file.place)
    if file.token is None and not options.halves_before_token:
        return say(N_("the token of file {place} is still face down"), place=file.place)
    kind = weapon_of(file)
    if kind is not None and kind_of(card) != kind:
        return say(N_("the weapon of file {place} is {kind}"), place=file.place, kind=kind)
    if options.weapon == "left-and-right" and card in file.halves:
        return say(N_("file {place} has its {card} half"), place=file.place, card=card)
    return None


def fits(options: Options, file: File, card: str) -> bool:
    """Whether `card` can be laid at `file`."""
    return misfit(options, file, card) is None


def weapon_of(file: File) -> str | None:
    """Weapon kind of a murder as far as it is settled: by the token, else by a half laid before it."""
    if file.token is not None:
        return file.token
    return kind_of(file.halves[0]) if file.halves else None


def missing(options: Options, file: File) -> tuple[str, ...]:
    """Pieces that an open file lacks: `token`, red card names (`?-left` where the kind is open), clues.

    One name per piece, so the length is the least number of events that can complete the file.
    """
    if file.closed:
        return ()
    kind = weapon_of(file) or "?"
    if options.weapon == "any-two":
        halves = [kind] * (HALVES_PER_MURDER - len(file.halves))
    else:
        halves = [name for half in HALVES if (name := f"{kind}-{half}") not in file.halves]
    token = ["token"] if file.token is None else []
    return (*token, *halves, *(clue for clue in CLUES if clue not in file.cards))


def complete(options: Options, file: File) -> bool:
    """Whether a file is open and lacks nothing, so that it can be closed."""
    return not file.closed and file.owner is not None and not missing(options, file)


def usable(state: State, seat: int, card: str) -> tuple[int, ...]:
    """Places of the player's open files at which `card` can be laid."""
    return tuple(file.place for file in state.own_files(seat) if fits(state.options, file, card))


@dataclass(frozen=True, slots=True)
class Loot:
    """A card that may be taken: from which file of the opponent's, and the own files that it fits."""

    card: str
    from_file: int
    to: tuple[int, ...]


def takable(state: State, window: Window) -> tuple[Loot, ...]:
    """What the owner of a theft window may take: cards of the lander's open files that fit an own murder."""
    if window.left <= 0 or state.winner is not None:
        return ()
    return tuple(
        Loot(card, file.place, to)
        for file in state.own_files(window.lander)
        if not file.closed  # a closed file is safe
        for card in dict.fromkeys(file.cards)
        if (to := usable(state, window.owner, card))
    )
