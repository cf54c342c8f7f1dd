"""Sentences for people: an English template and its values, so that a translation can still be put in.

The rooms that know the game speak in templates and never in finished strings; whoever shows the sentence
picks the language. Templates are marked with `N_` so that Babel finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


def N_(template: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Marks `template` for extraction into the catalogues and returns it unchanged."""
    return template


def untranslated(template: str) -> str:
    """The template itself: English."""
    return template


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence: `template` with `str.format` fields, `values` for them."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def text(self, translate: Callable[[str], str] = untranslated) -> str:
        """The sentence in the language of `translate`; values that are messages are translated too."""
        values = {
            name: value.text(translate) if isinstance(value, Message) else value
            for name, value in self.values.items()
        }
        return translate(self.template).format(**values) if self.template else ""

    def __str__(self) -> str:
        return self.text()


class Refusal(ValueError):
    """Something that cannot be: `reason` says what and what was expected, `remedy` the nearest fix."""

    def __init__(self, reason: Message, remedy: Message) -> None:
        super().__init__(reason, remedy)
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.reason}; {self.remedy}"


def say(template: str, **values: Any) -> Message:
    """Shorthand for `Message(template, values)`."""
    return Message(template, values)


def percent(p: float) -> str:
    """A probability in a few signs: whole percent, never 0 or 100 for what is merely unlikely."""
    if 0 < p < 0.005:
        return "<1"
    if 0.995 < p < 1:
        return ">99"
    return f"{100 * p:.0f}"


def percentage(p: float) -> str:
    """The same with its sign."""
    return f"{percent(p)} %"


def visible(text: object) -> str:
    """The text with signs escaped that would move the cursor or turn the reading direction of a terminal."""
    joiners = "\u200c\u200d"  # parts of words and of emoji
    return "".join(
        c if c.isprintable() or c in joiners else c.encode("unicode_escape").decode("ascii")
        for c in str(text)
    )


def listed(items: Sequence[Message | str], most: int = 12) -> Message:
    """The items with commas between, each still to be translated; those beyond `most` are counted."""
    shown = items[:most]
    fields = ", ".join(f"{{item{i}}}" for i in range(len(shown)))
    values = {f"item{i}": item for i, item in enumerate(shown)}
    if len(items) > len(shown):
        return say(N_("{items} and {n} more"), items=Message(fields, values), n=len(items) - len(shown))
    return Message(fields, values)


COLOURS = (
    N_("yellow"), N_("red"), N_("purple"), N_("blue"), N_("green"), N_("orange"), N_("grey"), N_("black"),
    N_("white"), N_("brown"), N_("pink"),
)  # fmt: skip
"""The English colours that records name agents with; every other name stays as it was typed."""
_WORDS = frozenset({*COLOURS, N_("church"), N_("ruin")})


def named(name: str) -> Message | str:
    """The name of an agent or a building for a sentence: a word to be translated where it is one.

    Records are written with English colours; every other name stays as it was given.
    """
    return Message(name) if name in _WORDS else name


def decimal(value: float, digits: int = 1, sign: bool = False) -> Message:
    """A number with so many digits behind the mark, which is the language's own; a real minus, no minus zero.

    Args:
        value: any finite number.
        digits: behind the decimal mark, at least 1.
        sign: a plus before what is not below zero.
    """
    whole, fraction = f"{abs(value):.{digits}f}".split(".")
    below = value < 0 and (int(whole) or int(fraction))
    return say(N_("{whole}.{fraction}"), whole=f"{'−' if below else '+' * sign}{whole}", fraction=fraction)


def signed(n: int) -> str:
    """A whole number with its sign, a real minus."""
    return f"+{n}" if n >= 0 else f"−{-n}"
