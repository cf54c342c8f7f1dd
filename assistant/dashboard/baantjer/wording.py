"""Sentences of the Baantjer room in the session's language, its pieces by the names that people use."""

from __future__ import annotations

from assistant.baantjer.words import spoken
from assistant.dashboard import language
from assistant.wording import Message


def said(message: Message) -> str:
    """The sentence as it is shown; not escaped yet."""
    return language.said(spoken(message))
