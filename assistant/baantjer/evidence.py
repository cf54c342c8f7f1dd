"""The evidence board: per file the four slots, what is missing, what would fit, how near it is to closing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from assistant.baantjer.fitting import fits, missing
from assistant.baantjer.pieces import CLUES, JOCHEMS, KONINGHE, WEAPON_KINDS
from assistant.baantjer.state import File, State


@dataclass(frozen=True, slots=True)
class FileBoard:
    """One file as the table sees it.

    Attributes:
        place: number of the file and its place.
        player: name of its owner.
        token: first slot, the token's weapon kind, None while face down.
        weapon: second slot, the red half cards laid here, up to two.
        koninghe: third slot, whether Dr Den Koninghe's clue lies here.
        jochems: fourth slot, whether Brigadier Jochems' clue lies here.
        missing: pieces lacking, one name per piece (`fitting.missing`).
        fits: names of all cards that could be laid here now.
        events_to_close: fewest events that close it: one per missing piece and the closing itself; 0 for a
            closed file, None where a piece has no copy left outside closed files.
    """

    place: int
    player: str
    token: str | None
    weapon: tuple[str, ...]
    koninghe: bool
    jochems: bool
    closed: bool
    missing: tuple[str, ...]
    fits: tuple[str, ...]
    events_to_close: int | None


def _obtainable(state: State, file: File, lacking: tuple[str, ...]) -> bool:
    """Whether every missing piece still exists outside closed files; those in open files can come back."""
    left = Counter(dict(state.options.cards("red"))) + Counter(dict(state.options.cards("green")))
    for other in state.files:
        if other.closed or other is file:
            left.subtract(other.cards)
    needs = Counter(piece for piece in lacking if piece != "token")
    kinds = WEAPON_KINDS if any(piece.startswith("?") for piece in needs) else ("",)
    return any(
        all(left[piece.replace("?", kind)] >= count for piece, count in needs.items()) for kind in kinds
    )


def file_board(state: State, file: File) -> FileBoard:
    """The board of one owned file."""
    assert file.owner is not None
    lacking = missing(state.options, file)
    events: int | None = 0
    if not file.closed:
        events = len(lacking) + 1 if _obtainable(state, file, lacking) else None
    return FileBoard(
        place=file.place,
        player=state.players[file.owner],
        token=file.token,
        weapon=file.halves,
        koninghe=KONINGHE in file.cards,
        jochems=JOCHEMS in file.cards,
        closed=file.closed,
        missing=lacking,
        fits=tuple(c for c in (*state.options.red_names, *CLUES) if fits(state.options, file, c)),
        events_to_close=events,
    )


def evidence_board(state: State) -> tuple[FileBoard, ...]:
    """All owned files, player by player in seat order."""
    return tuple(
        file_board(state, file) for seat in range(len(state.players)) for file in state.own_files(seat)
    )


def closest(state: State) -> tuple[FileBoard, ...]:
    """The open file that the fewest events can close; several where they tie, none where none can be."""
    events = [b.events_to_close for b in evidence_board(state) if not b.closed and b.events_to_close]
    return tuple(
        b for b in evidence_board(state) if not b.closed and events and b.events_to_close == min(events)
    )


def events_to_win(state: State, seat: int) -> int | None:
    """Fewest events with which a player closes the files still needed to win; None where it cannot be."""
    need = state.options.files_to_win - state.closed(seat)
    costs = sorted(
        board.events_to_close
        for board in (file_board(state, file) for file in state.own_files(seat))
        if not board.closed and board.events_to_close is not None
    )
    return sum(costs[: max(need, 0)]) if len(costs) >= need else None
