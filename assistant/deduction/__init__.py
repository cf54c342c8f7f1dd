"""Who is who: clues (constraints), behaviour (likelihood), worlds (joint posterior), dossier, reasons, exposure."""

from assistant.deduction.analysis import Analysis, analyse, timeline
from assistant.deduction.beliefs import Beliefs, Viewpoint
from assistant.deduction.dossier import Dossier, DossierRow
from assistant.deduction.exposure import Exposure, TurnAdvice, advise, exposure
from assistant.deduction.moment import At, Moment, moment
from assistant.deduction.outlook import WinningDossier, winning_dossier
from assistant.deduction.parameters import Parameters, shipped
from assistant.deduction.playout import due_chances
from assistant.deduction.reasons import Explanation, Reason, explain
from assistant.deduction.worlds import Worlds

__all__ = [
    "Analysis",
    "At",
    "Beliefs",
    "Dossier",
    "DossierRow",
    "Explanation",
    "Exposure",
    "Moment",
    "Parameters",
    "Reason",
    "TurnAdvice",
    "Viewpoint",
    "WinningDossier",
    "Worlds",
    "advise",
    "analyse",
    "due_chances",
    "explain",
    "exposure",
    "moment",
    "shipped",
    "timeline",
    "winning_dossier",
]
