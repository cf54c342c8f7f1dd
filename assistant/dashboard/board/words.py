"""Every word that the board and the pad show, in English, marked for the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.wording import COLOURS, N_, untranslated

BOARD_LABELS: Mapping[str, str] = {
    "title": N_("The board"),
    "church": N_("church"),
    "ruin": N_("ruin"),
    "safe at": N_("The safe is in building {building}."),
    "agent at": N_("{agent} stands in building {building}, marker at {marker}."),
    "turn of": N_("{player} to move"),
    "finished": N_("The game is over"),
}
"""Key -> text of the picture; fields in braces are filled in."""

PAD_LABELS: Mapping[str, str] = {
    "pad": N_("Enter the turn of {player}"),
    "die": N_("Die"),
    "face": N_("Rolled {face}"),
    "agents": N_("Agents"),
    "agent": N_("{agent}, {steps} steps, from {from} to {to}, marker {marker}: one step more"),
    "take back": N_("Take one step of {agent} back"),
    "rest": N_("rest"),
    "rest to": N_("All {n} remaining steps to {agent}"),
    "safe to where": N_("Where the safe goes"),
    "safe to": N_("Safe to building {building}"),
    "safe stays": N_("The safe stays in building {building}"),
    "clear": N_("Clear"),
    "commit": N_("Commit turn"),
    "keys": N_(
        "Keys: digits for the die and the safe, letters add steps, Shift and letter takes back, "
        "Enter commits, Esc clears"
    ),
    "choose die": N_("{player} rolls: tap the die"),
    "steps left": N_("{n} steps left: tap agents"),
    "one left": N_("1 step left: tap an agent"),
    "left short": N_("{n} left"),
    "all taken": N_("ready"),
    "scoring short": N_("scoring"),
    "scoring": N_("Scoring! Tap where the safe goes"),
    "game ends": N_("Scoring: a marker reaches the finish, the game ends"),
    "ready": N_("Ready to commit"),
    "ready one more": N_("Ready, or 1 more step"),
    "ready more": N_("Ready, or up to {n} more steps"),
    "ready nobody": N_("Nobody moves: commit, or tap agents"),
    "ready scoring": N_("Safe to building {building}: ready to commit"),
    "saving": N_("Saving …"),
    "no answer": N_("No answer yet: commit again, it will not count twice"),
    "disabled": N_("No turn can be entered here"),
    "die first": N_("First tap the die that was rolled"),
    "no steps left": N_("All steps of the {die} are taken: take one back to change them"),
    "steps missing": N_("{n} steps are still to be taken"),
    "steps dropped": N_("That was more than the new roll: steps cleared"),
    "nothing to take back": N_("{agent} has taken no step in this turn"),
    "no scoring": N_("The safe stays: no agent that moved ended at it"),
    "safe must leave": N_("The safe must leave its building after a scoring"),
    "must be empty": N_("Building {building} is not empty, {agents} is there: this edition wants it empty"),
    "changed elsewhere": N_("The game went on elsewhere: this entry was cleared"),
    "card round": N_("Cards"),
    "all pass": N_("All pass"),
    "add card": N_("Card played"),
    "who plays": N_("Who plays it?"),
    "which card": N_("Which card?"),
    "which agent": N_("On which agent?"),
    "which number": N_("How far, or where?"),
    "enough": N_("That is all"),
    "what did it": N_("What did it do?"),
    "look": N_("a look"),
    "exchange with": N_("exchange with {player}"),
    "exchange extra": N_("exchange with an extra"),
    "not noted": N_("not noted"),
    "remove card": N_("Remove: {card}"),
    "card unfinished": N_("Finish the card first"),
    "steps before cards": N_("The die's steps come before the cards"),
}
"""Key -> text of the pad; fields in braces are filled in by its script."""


def board_labels(translate: Callable[[str], str] = untranslated) -> dict[str, str]:
    """The picture's words in the language of `translate`."""
    words = {key: translate(text) for key, text in BOARD_LABELS.items()}
    return words | {f"agent:{colour}": translate(colour) for colour in COLOURS}


def all_labels(translate: Callable[[str], str] = untranslated) -> dict[str, str]:
    """The words of the picture and of the pad in the language of `translate`: what `entry_pad` takes."""
    return board_labels(translate) | {key: translate(text) for key, text in PAD_LABELS.items()}


def shown_name(agent: str, words: Mapping[str, str]) -> str:
    """An agent's name for the screen: a colour as the words have it, any other name as it is."""
    return words.get(f"agent:{agent}", agent)
