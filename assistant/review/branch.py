"""What if: branches of a game. Pure functions that take a record, or a branch of it, and give a branch.

A branch holds its main line untouched, so that leaving it is forgetting it. What differs is another record, a set
of turns whose choice counts for nothing, and a badge that says so wherever the branch is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.deduction import Parameters
from assistant.game import SIZE, GameError
from assistant.records import ClueEvent, Event, Record, Replay, RevealEvent, TurnEvent
from assistant.records import replay as run
from assistant.review.sharing import turned_over
from assistant.review.timeline import Timelines
from assistant.wording import N_, Message, say


@dataclass(frozen=True)
class Branch:
    """A game as it might have been.

    Attributes:
        main: the record itself, never changed.
        record: the record of the branch; `main` where only the evidence differs.
        ignored: numbers of turns whose choice counts for nothing.
        changes: what was changed, a sentence each, in order.
        lost: turns at the end that no longer fit and are left out.
        placed: numbers of turns that score in the branch with a safe that nobody placed where it may go.
    """

    main: Record
    record: Record
    ignored: frozenset[int] = frozenset()
    changes: tuple[Message, ...] = ()
    lost: int = 0
    placed: frozenset[int] = frozenset()

    @classmethod
    def of(cls, start: Record | Branch) -> Branch:
        """The main line as a branch without changes, or the branch itself."""
        return start if isinstance(start, Branch) else cls(start, start)

    @property
    def badge(self) -> Message:
        """What to show all the time while the branch is open."""
        text = say(N_("What if"))
        for change in self.changes:
            text = say(N_("{before} · {change}"), before=text, change=change)
        if self.placed:
            turns = ", ".join(map(str, sorted(self.placed)))
            text = say(N_("{before} · safe placed for turn {turns}"), before=text, turns=turns)
        if self.lost:
            text = say(
                N_("{before} · {n} later turns no longer fit and are left out"), before=text, n=self.lost
            )
        return text

    def timelines(self, parameters: Parameters | None = None) -> Timelines:
        """The beliefs in the branch."""
        return Timelines.of(self.record, self.ignored, parameters)


def ignore_turn(start: Record | Branch, turn: int) -> Branch:
    """As if turn number `turn` said nothing: its pieces move, its choice counts for nobody.

    Raises:
        GameError: there is no such turn.
    """
    branch = Branch.of(start)
    event = _turn_event(branch.record, turn)
    change = say(N_("turn {n} of {player} says nothing"), n=turn, player=event.player)
    return replace(branch, ignored=branch.ignored | {turn}, changes=(*branch.changes, change))


def pin_owner(start: Record | Branch, player: str, agent: str) -> Branch:
    """As if everybody had known from the start that `player` owns `agent`.

    Raises:
        UnknownName: no such player or agent.
    """
    branch = Branch.of(start)
    clue = ClueEvent(kind="owns", player=player, agent=agent)
    change = say(N_("{player} owns {agent}"), player=player, agent=agent)
    return _with_clue(branch, clue, 0, change)


def add_clue(start: Record | Branch, clue: ClueEvent, after_turn: int, text: Message | None = None) -> Branch:
    """As if `clue` had been known after turn number `after_turn`, 0 for from the start.

    Args:
        start: the main line or a branch.
        clue: the clue.
        after_turn: number of the turn.
        text: the clue in words, for the badge.

    Raises:
        UnknownName: the clue names somebody who does not play.
        GameError: there is no such turn.
    """
    words = text or say(N_("a clue after turn {n}"), n=after_turn)
    return _with_clue(Branch.of(start), clue, after_turn, words)


def change_move(start: Record | Branch, turn: int, event: TurnEvent) -> Branch:
    """As if turn number `turn` had been played as `event`.

    Later turns are played as they were, as far as they still can be: the first that breaks a rule ends the branch.
    One that no longer scores is kept without its safe move. Where one scores for which nobody chose a place for the
    safe that it may enter, the safe goes to where it stood in `start` after that turn, or to the next building on
    the ring that is allowed, and the turn counts for nothing: nobody decided it.
    Checks of markers and positions from that turn on are dropped, since they tell of the main line; so are
    cards that were turned over behind its end, where the branch goes on.

    Raises:
        GameError: there is no such turn.
        RecordError: `event` itself is not legal there.
    """
    branch = Branch.of(start)
    _turn_event(branch.record, turn)
    place = _place(branch.record, turn)
    events = list(branch.record.events)
    events[place] = event
    events[place:] = [
        later.unchecked() if isinstance(later, TurnEvent) else later for later in events[place:]
    ]
    run(branch.record.with_events(events[: place + 1]))  # refuses the new turn itself
    kept, lost, placed = _legal_beginning(branch.record, events)
    played = _unfinished(branch.record, kept)
    turns = [event for event in kept if isinstance(event, TurnEvent)]
    # What an earlier change had placed and this one undoes counts again.
    undone = {n for n in branch.placed if n > len(turns) or turns[n - 1].safe is None} | {turn}
    change = say(N_("turn {n} of {player} is played otherwise"), n=turn, player=event.player)
    return replace(
        branch,
        record=played,
        ignored=branch.ignored - undone | placed,
        changes=(*branch.changes, change),
        lost=branch.lost + lost,
        placed=branch.placed - undone | placed,
    )


def _with_clue(branch: Branch, clue: ClueEvent, after_turn: int, change: Message) -> Branch:
    branch.record.check_names(clue)
    place = 0
    if after_turn:
        _turn_event(branch.record, after_turn)
        place = _place(branch.record, after_turn) + 1
    events = (*branch.record.events[:place], clue, *branch.record.events[place:])
    return replace(branch, record=branch.record.with_events(events), changes=(*branch.changes, change))


def _turn_places(record: Record) -> list[int]:
    return [place for place, event in enumerate(record.events) if isinstance(event, TurnEvent)]


def _place(record: Record, turn: int) -> int:
    return _turn_places(record)[turn - 1]


def _turn_event(record: Record, turn: int) -> TurnEvent:
    places = _turn_places(record)
    if not 1 <= turn <= len(places):
        raise GameError(
            say(N_("there is no turn {n} in a game of {turns} turns"), n=turn, turns=len(places)),
            say(N_("choose a turn from 1 to {turns}"), turns=len(places)),
        )
    event = record.events[places[turn - 1]]
    assert isinstance(event, TurnEvent)  # that is what the places are
    return event


def _unfinished(record: Record, events: Sequence[Event]) -> Record:
    """The branch with these events; what `record` turned over behind its end is not known where it goes on."""
    branch = record.with_events(events)
    if not run(record, strict=False).state.finished or run(branch, strict=False).state.finished:
        return branch
    behind = record.events[_turn_places(record)[-1] + 1 :]
    shown = {id(event) for event in behind if isinstance(event, RevealEvent)}
    return turned_over(record).with_events(event for event in events if id(event) not in shown)


def _legal_beginning(record: Record, events: Iterable[Event]) -> tuple[list[Event], int, frozenset[int]]:
    """The events up to the first turn that cannot be, how many turns are lost with it, and which had a safe placed.

    Args:
        record: the game before the change, which tells where the safe stood.
        events: its events with the change.
    """
    wanted, placed = list(events), set[int]()
    stood = {step.number - 1: step.state.safe for step in run(record, strict=False).steps}
    while problems := [p for p in run(record.with_events(wanted), strict=False).problems if p.number]:
        end = problems[0].number - 1
        event = wanted[end]
        before = run(record.with_events(wanted[:end]), strict=False)

        def fits(other: Event, before: Replay = before, end: int = end) -> bool:
            longer = record.with_events([*before.record.events, other])
            return not any(p.number > end for p in run(longer, strict=False, known=before).problems)

        start = stood.get(end, before.state.safe)
        places = (None, *((start + n) % SIZE for n in range(SIZE)))
        others = (
            [event.model_copy(update={"safe": b}) for b in places] if isinstance(event, TurnEvent) else []
        )
        other = next((one for one in others if fits(one)), None)
        if other is None:
            lost = [event for event in wanted[end:] if isinstance(event, TurnEvent)]
            # What is no turn still holds: dossiers, the cards turned over at the end.
            rest = [event for event in wanted[end:] if not isinstance(event, TurnEvent)]
            return [*wanted[:end], *rest], len(lost), frozenset(placed)
        wanted[end] = other
        if other.safe is not None:
            placed.add(len(before.turns) + 1)
    return wanted, 0, frozenset(placed)
