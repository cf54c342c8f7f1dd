"""Replaying a record: its events through the engine, each check compared, each refusal placed.

A game is the list of its events, and every state comes from here: undo, edit, what-if and import are replays
of another list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from assistant.game import SIZE, GameError, GameState, Outcome, building_name, distance, play
from assistant.records.errors import CheckDisagrees, IllegalEvent, RecordError, from_game
from assistant.records.record import DossierEvent, Event, Record, TurnEvent
from assistant.wording import N_, Message, say


@dataclass(frozen=True, slots=True)
class Step:
    """One event replayed.

    Attributes:
        number: number of the event in the record, from 1.
        event: the event itself.
        outcome: what the turn did; None for events that are no turns.
        state: the position after it.
    """

    number: int
    event: Event
    outcome: Outcome | None
    state: GameState


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that cannot be: `number` of the event from 1 (0 for the head), reason and remedy."""

    number: int
    reason: Message
    remedy: Message

    def __str__(self) -> str:
        return f"{self.reason}; {self.remedy}"


@dataclass(frozen=True, slots=True)
class Replay:
    """A record with every position it went through; `steps` leaves out events that could not be replayed."""

    record: Record
    start: GameState
    steps: tuple[Step, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def state(self) -> GameState:
        """The last position."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def turns(self) -> tuple[Step, ...]:
        """The steps that are turns."""
        return tuple(step for step in self.steps if step.outcome is not None)

    def dossiers(self) -> dict[int, dict[int, int | None]]:
        """Seat -> dossier in the engine's form; the last one where a player filled several."""
        record = self.record
        return {
            record.seat(step.event.player): {
                record.agent(agent): None if name is None else record.seat(name)
                for agent, name in step.event.marks.items()
            }
            for step in self.steps
            if isinstance(step.event, DossierEvent)
        }


def replay(record: Record, strict: bool = True, known: Replay | None = None) -> Replay:
    """Replays `record` from the start.

    Args:
        record: any record.
        strict: raise at the first event that cannot be; otherwise note it in `problems`, skip it and go on.
            A turn that is legal but disagrees with its checks is noted and kept.
        known: an earlier replay without `strict`. Where `record` goes on from its record, the events of that
            one are not played again; the result is the same. It has no say with `strict`.

    Raises:
        RecordError: with `strict`, the first thing that cannot be, `prefix` holding the events before it;
            without, only a head from which no game can start.
    """
    try:
        begin = record.start()
    except GameError as error:
        raise from_game(error).at(file=record.source.file) from error
    return _strictly(record, begin) if strict else _leniently(record, begin, known)


def _strictly(record: Record, begin: GameState) -> Replay:
    """The replay of a record in which all is well; raises the first thing that is not."""
    for trouble in _head_troubles(record):
        raise _placed(trouble, record, 0)
    steps: list[Step] = []
    for number, event in enumerate(record.events, start=1):
        try:
            step = _step(record, steps[-1].state if steps else begin, number, event)
            for disagreement in _disagreements(record, step):
                raise disagreement
        except RecordError as error:
            raise _placed(error, record, number) from None
        steps.append(step)
    return Replay(record, begin, tuple(steps))


def _leniently(record: Record, begin: GameState, known: Replay | None) -> Replay:
    """The replay of any record, what cannot be left out and listed; goes on from `known` where it can."""
    if known is not None and _goes_on(record, known.record):
        steps, problems, played = list(known.steps), list(known.problems), len(known.record.events)
    else:
        steps, problems, played = [], [_problem(trouble, 0) for trouble in _head_troubles(record)], 0
    for number, event in enumerate(record.events[played:], start=played + 1):
        try:
            step = _step(record, steps[-1].state if steps else begin, number, event)
        except RecordError as error:
            problems.append(_problem(error, number))
            continue
        problems += [_problem(disagreement, number) for disagreement in _disagreements(record, step)]
        steps.append(step)
    return Replay(record, begin, tuple(steps), tuple(problems))


def _step(record: Record, state: GameState, number: int, event: Event) -> Step:
    """Event `number` played in position `state`.

    Raises:
        RecordError: names that this game does not have, or a turn that the edition does not allow.
    """
    if not isinstance(event, TurnEvent):
        # Names only: what contradicts what is for the deduction, which finds the smallest conflict.
        record.check_names(event)
        return Step(number, event, None, state)
    try:
        outcome = play(state, record.turn(event, state))
    except GameError as error:
        raise from_game(error) from None
    return Step(number, event, outcome, outcome.after)


def _placed(error: RecordError, record: Record, number: int) -> RecordError:
    """The error with the place of event `number` (0 for the head) and the record up to there."""
    valid = record.with_events(record.events[: max(number - 1, 0)])
    error.at(event=number or None, file=record.source.file, prefix=valid)
    return error.at(line=record.source.line(error.event))


def _problem(error: RecordError, number: int) -> Problem:
    return Problem(number, error.reason, error.remedy)


def _head_troubles(record: Record) -> Iterator[RecordError]:
    """What is wrong with the viewer and with the owners, one error each at most."""
    for check in (_check_viewer, _check_owners):
        try:
            check(record)
        except RecordError as error:
            yield error


def _goes_on(record: Record, known: Record) -> bool:
    """Whether `record` is `known` with more events, or none, behind it."""
    n = len(known.events)
    return record.events[:n] == known.events and record.with_events(()) == known.with_events(())


def _check_viewer(record: Record) -> None:
    if record.viewer is not None:
        record.seat(record.viewer.player)
        if record.viewer.agent is not None:
            record.agent(record.viewer.agent)


def _check_owners(record: Record) -> None:
    owner_of: dict[str, str] = {}
    for player, agent in (record.owners or {}).items():
        record.seat(player)
        record.agent(agent)
        if agent in owner_of:
            raise IllegalEvent(
                say(N_("{agent} is owned by {a} and by {b}"), agent=agent, a=owner_of[agent], b=player),
                say(N_("give each player an agent of their own")),
            )
        owner_of[agent] = player


def _disagreements(record: Record, step: Step) -> Iterator[RecordError]:
    """Every check of the turn that differs from the replay; none for other events."""
    event, outcome = step.event, step.outcome
    if outcome is None or not isinstance(event, TurnEvent):
        return
    after = outcome.after
    for given, actual, explain in (
        (event.scores, after.markers, partial(_marker_disagrees, outcome)),
        (event.positions, after.positions, partial(_position_disagrees, outcome)),
    ):
        try:
            wrong = [
                (name, value) for name, value in (given or {}).items() if actual[record.agent(name)] != value
            ]
        except RecordError as error:
            yield error
            continue
        if wrong:
            yield explain(record, dict(wrong))


def _marker_disagrees(outcome: Outcome, record: Record, wrong: Mapping[str, int]) -> RecordError:
    name, given = next(iter(wrong.items()))
    agent = record.agent(name)
    markers = outcome.after.markers
    reason = say(
        N_("the marker of {agent} should be {expected} after this turn, noted is {given}"),
        agent=name, expected=markers[agent], given=given,
    )  # fmt: skip
    edition = outcome.after.edition
    if edition.floor == 0 and given < edition.start_score:
        remedy = say(N_("set the edition's floor to none where markers may go behind start"))
    elif outcome.scored is not None and all(
        value == outcome.before.markers[record.agent(key)] for key, value in wrong.items()
    ):
        remedy = say(N_("that is the marker before the scoring of this turn: note {expected}"),
                     expected=markers[agent])  # fmt: skip
    else:
        remedy = say(
            N_("note {list}, or correct an earlier turn"),
            list=", ".join(f"{key} {markers[record.agent(key)]}" for key in wrong),
        )
    return CheckDisagrees(reason, remedy)


def _position_disagrees(outcome: Outcome, record: Record, wrong: Mapping[str, int]) -> RecordError:
    name, given = next(iter(wrong.items()))
    agent = record.agent(name)
    expected = outcome.after.positions[agent]
    reason = say(
        N_("{agent} should stand in building {expected} after this turn, noted is {given}"),
        agent=name, expected=building_name(expected), given=building_name(given),
    )  # fmt: skip
    if not 0 <= given < SIZE:
        return CheckDisagrees(reason, say(N_("buildings are 0 (church), 1 to 10 and 11 (ruin)")))
    steps = outcome.turn.steps[agent] + distance(expected, given)
    remedy = say(
        N_("note {expected}, or correct the steps: {n} would lead there"),
        expected=building_name(expected),
        n=steps if steps <= SIZE else steps - SIZE,
    )
    return CheckDisagrees(reason, remedy)
