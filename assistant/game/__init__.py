"""What the game is: board, editions, state, turns, cards, dossier pay-out. Pure values and functions.

>>> from assistant.game import Turn, apply, edition, start
>>> table = start(edition("ravensburger"), ["Anna", "Ben"], ["red", "blue", "green", "grey"])
>>> table = apply(table, Turn(player=0, die=5, steps=(3, 2, 0, 0)))
>>> table.positions, table.players[table.to_move]
((3, 2, 0, 0), 'Ben')
"""

from assistant.game.board import CHURCH, RUIN, SIZE, START_SAFE, VALUES, advance, building_name, distance
from assistant.game.card_effects import effect, marker_cap, options, refusal
from assistant.game.cards import CardPlay, CardRound, CardStage, may_draw, owners_after
from assistant.game.deck import CARDS, HAND_LIMIT, TWO_AGENT_CARDS, Card
from assistant.game.dossier import DossierResult, Marks, check_owners, pay_out
from assistant.game.editions import PARAMETERS, PRESET_TITLES, PRESETS, Edition, edition
from assistant.game.errors import GameError, IllegalCard, IllegalDossier, IllegalTurn, UnknownEdition
from assistant.game.legal import legal_splits, positions_after, safe_targets, splits, triggers
from assistant.game.ranking import Ranking, Standing, final_ranking
from assistant.game.scoring import score
from assistant.game.state import GameState, start
from assistant.game.turns import Outcome, Turn, apply, play

__all__ = [
    "CARDS", "CHURCH", "HAND_LIMIT", "PARAMETERS", "PRESETS", "PRESET_TITLES", "RUIN", "SIZE", "START_SAFE",
    "TWO_AGENT_CARDS", "VALUES", "Card", "CardPlay", "CardRound", "CardStage", "DossierResult", "Edition",
    "GameError", "GameState", "IllegalCard", "IllegalDossier", "IllegalTurn", "Marks", "Outcome", "Ranking",
    "Standing", "Turn", "UnknownEdition", "advance", "apply", "building_name", "check_owners", "distance",
    "edition", "effect", "final_ranking", "legal_splits", "marker_cap", "may_draw", "options",
    "owners_after", "pay_out", "play", "positions_after", "refusal", "safe_targets", "score", "splits",
    "start", "triggers",
]  # fmt: skip
