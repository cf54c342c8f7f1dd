"""Every fixed word of the HTML report, in English, marked for the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.wording import N_

WORDS: Mapping[str, str] = {
    "result": N_("Result"),
    "rank": N_("rank"),
    "agent": N_("agent"),
    "player": N_("player"),
    "marker": N_("marker"),
    "dossier": N_("dossier"),
    "total": N_("total"),
    "extra": N_("extra"),
    "no owners": N_("The record does not say who owns which agent: what needs the truth is left out."),
    "public": N_("Without secrets: what anybody at the table could know, and no truth."),
    "points": N_("Turning points"),
    "no points": N_("No turn said as much as a hint."),
    "timeline": N_("What could be believed, turn by turn"),
    "timeline note": N_(
        "The height of an agent's area is the probability that the player owns it. Triangles are scorings, squares "
        "safe moves, the dashed line the turn in which the first marker reached the space on it, diamonds turning "
        "points. A click on a column leads to the turn."
    ),
    "outlined": N_("The true agent is outlined."),
    "odds": N_("The same as log-odds"),
    "odds note": N_("In bits: 0 is even, each bit doubles the odds; beyond the edge is as good as certain."),
    "sheet": N_("The dossier to fill"),
    "players": N_("Player by player"),
    "turns": N_("All turns"),
    "turn": N_("turn"),
    "what": N_("what happened"),
    "scoring": N_("scoring"),
    "safe": N_("safe"),
    "bits": N_("bits about the mover"),
    "made": N_("Made offline by the Heimlich & Co. assistant; this file asks no other machine for anything."),
    "start": N_("before the first turn"),
}  # fmt: skip
"""Key of `report.html` -> text."""


def words(translate: Callable[[str], str]) -> dict[str, str]:
    """All of them in the language of `translate`."""
    return {key: translate(text) for key, text in WORDS.items()}
