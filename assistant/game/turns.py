"""One turn: roll, split, cards, scoring, safe (RULES.md, "The board and a turn")."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.game import cards, turn_checks
from assistant.game.board import SIZE, advance, building_name
from assistant.game.cards import CardPlay, CardRound
from assistant.game.editions import Edition
from assistant.game.errors import IllegalTurn
from assistant.game.legal import Die, safe_targets
from assistant.game.scoring import score
from assistant.game.state import GameState
from assistant.wording import N_, Message, say


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did. Indices refer to the state's players and agents.

    Attributes:
        player: seat of the player.
        steps: steps of each agent, 0 where it did not move.
        die: the face rolled; None means the sum of the steps was rolled.
        safe: the building the safe went to after a scoring, its own when it stayed, None without one.
        cards: the card round, in order, passes included (Top Secret only).
        drew: whether the player drew a card, or which one; None when the record does not say.
        scored: whether a scoring took place, for editions with `scoring` as-recorded.
    """

    player: int
    steps: tuple[int, ...]
    die: Die | None = None
    safe: int | None = None
    cards: tuple[CardPlay, ...] = ()
    drew: bool | str | None = None
    scored: bool | None = None

    @property
    def total(self) -> int:
        """Steps taken in all."""
        return sum(self.steps)

    @property
    def face(self) -> Die:
        """The die's face, inferred from the steps where it was not entered; see `rolled` for the 1-3 face."""
        return self.total if self.die is None else self.die

    def rolled(self, edition: Edition) -> Die:
        """The face under `edition`, where it was not entered the one that gives the steps.

        Of two faces that do (2 steps by a 2 or by a 1-3) the plain one counts.
        """
        return self.face if self.die is not None or self.total in edition.faces else "1-3"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a turn did, step by step, for those who explain or draw it.

    Attributes:
        moved: state after the die move and the card round, before any scoring.
        scored: state after the scoring, before the safe moves; None without one.
        after: state when the next player is to move.
        gains: marker change of each agent in the scoring, zeros without one.
        cards: the card round, entry by entry; None in games without cards.
        remarks: where a record that replays as recorded differs from the rules.
    """

    before: GameState
    turn: Turn
    moved: GameState
    scored: GameState | None
    after: GameState
    gains: tuple[int, ...]
    cards: CardRound | None = None
    remarks: tuple[Message, ...] = ()

    @property
    def judged(self) -> GameState:
        """The state in which the dossier is asked for: after the move and scoring, before the safe moves."""
        return self.scored or self.moved


def apply(state: GameState, turn: Turn) -> GameState:
    """The state after `turn`.

    Raises:
        IllegalTurn: the turn breaks a rule of the edition; says which, and the nearest fix.
    """
    return play(state, turn).after


def play(state: GameState, turn: Turn) -> Outcome:
    """Like `apply`, keeping the stages in between.

    Raises:
        IllegalTurn: as `apply`.
    """
    remarks = list(turn_checks.check_order(state, turn))
    turn_checks.check_steps(state, turn)
    positions = tuple(advance(at, n) for at, n in zip(state.positions, turn.steps, strict=True))
    moved = replace(state, positions=positions)
    card_round: CardRound | None = None
    if state.edition.cards == "on":
        card_round = cards.play_round(state, moved, turn)
        moved, due = card_round.state, card_round.due
        remarks += card_round.remarks
    else:
        turn_checks.check_no_cards(turn)
        due = any(n and at == state.safe for n, at in zip(turn.steps, positions, strict=True))
    due, differs = _scoring_recorded(moved, turn, due)
    remarks += differs
    outcome = _scored(state, moved, turn) if due else _unscored(state, moved, turn)
    return replace(outcome, cards=card_round, remarks=tuple(remarks))


def _scoring_recorded(moved: GameState, turn: Turn, due: bool) -> tuple[bool, tuple[Message, ...]]:
    """Whether a scoring took place; a record that stands as it is may differ, with a remark."""
    if turn.scored is False and turn.safe is not None:
        raise turn_checks.safe_without_scoring(turn.safe)
    as_recorded = moved.edition.scoring == "as-recorded"
    # A safe that moved tells of a scoring where such a record does not say.
    said = True if as_recorded and turn.scored is None and turn.safe is not None else turn.scored
    if said is None or said == due:
        return due, ()
    disagrees = turn_checks.scoring_disagrees(moved, due)
    if not as_recorded:
        raise disagrees
    return said, (disagrees.reason,)


def _unscored(before: GameState, moved: GameState, turn: Turn) -> Outcome:
    if turn.safe is not None:
        raise IllegalTurn(
            say(N_("the safe cannot move: no agent that moved ended in its building {safe}"),
                safe=building_name(moved.safe)),
            say(N_("leave the safe out, or correct the steps")),
        )  # fmt: skip
    moved = _dossier_noted(moved, moved.markers)  # a card can bring a marker there without a scoring
    after = replace(moved, to_move=_next_seat(moved, turn), turns=moved.turns + 1)
    return Outcome(before, turn, moved, None, after, (0,) * len(moved.agents))


def _scored(before: GameState, moved: GameState, turn: Turn) -> Outcome:
    scored = _after_scoring(moved)
    target = _safe_after(scored, turn)
    after = replace(scored, safe=target, to_move=_next_seat(moved, turn), turns=moved.turns + 1)
    return Outcome(before, turn, moved, scored, after, scored.last_gains)


def _next_seat(state: GameState, turn: Turn) -> int:
    return (turn.player + 1) % len(state.players)


def _after_scoring(moved: GameState) -> GameState:
    markers = score(moved.edition, moved.positions, moved.markers)
    scored = replace(
        moved,
        markers=markers,
        scorings=moved.scorings + 1,
        last_gains=tuple(b - a for a, b in zip(moved.markers, markers, strict=True)),
        finished=max(markers) >= moved.edition.finish_score,
    )
    return _dossier_noted(scored, moved.markers)


def _dossier_noted(state: GameState, earlier: tuple[int, ...]) -> GameState:
    """`state` with the dossier due, if this turn brought the first marker there.

    Args:
        state: the position after the card round, or after the scoring.
        earlier: markers before the scoring: a card may have brought one there that the ruin then took back.
    """
    edition, markers = state.edition, state.markers
    if state.dossier_turn is not None or not edition.has_dossier:
        return state
    goal = edition.dossier_score
    reached = goal is not None and max(*markers, *earlier) >= goal
    if not reached and not state.finished:
        return state
    return replace(state, dossier_turn=state.turns + 1, dossier_markers=markers)


def _safe_after(scored: GameState, turn: Turn) -> int:
    targets = safe_targets(scored.edition, scored.safe, scored.positions)
    if turn.safe is None:
        if scored.finished:
            return scored.safe
        raise IllegalTurn(
            say(N_("there was a scoring in building {safe}, so the safe must be placed"),
                safe=building_name(scored.safe)),
            say(N_("add where the safe went: one of {targets}"), targets=turn_checks.building_names(targets)),
        )  # fmt: skip
    if not 0 <= turn.safe < SIZE:
        raise IllegalTurn(
            say(N_("there is no building {n}"), n=turn.safe),
            say(N_("buildings are 0 (church), 1 to 10 and 11 (ruin)")),
        )
    if scored.finished and turn.safe == scored.safe:
        return turn.safe
    if turn.safe not in targets:
        raise turn_checks.safe_refused(scored, turn.safe, targets)
    return turn.safe
