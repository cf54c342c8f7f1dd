"""The language of a session: English templates through gettext's catalogues (`locales/`).

Chosen from the address (`?lang=`), else from the browser, switchable, and kept in the address. English needs
no catalogue: it is what the templates are written in.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from threading import local
from typing import Any

import streamlit as st

from assistant.wording import Message, Refusal

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "it": "Italiano", "nl": "Nederlands"}
DOMAIN = "heimlich"
FOLDER = Path(__file__).with_name("locales")
_CHOSEN = "language"
_settled = local()


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The catalogue of a language; the empty one for English."""
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, FOLDER, [language], fallback=True)


def current() -> str:
    """The session's language; English outside a session.

    A page asks hundreds of times in a run, and the session's lock is a hundred times as dear as a look here. A
    thread that runs pages belongs to one session; one that has settled nothing yet, since it runs a fragment
    alone, asks the session once.
    """
    known: str | None = getattr(_settled, "language", None)
    if known is None:
        known = st.session_state.get(_CHOSEN)
        if known is None:
            return "en"
        _settled.language = known
    return known


def settle() -> str:
    """Decides the session's language at the start of a run: the address, what was chosen, the browser."""
    wanted = st.query_params.get("lang") or st.session_state.get(_CHOSEN) or st.context.locale or "en"
    language = wanted.lower().replace("_", "-").split("-")[0]
    _keep(language if language in LANGUAGES else "en")
    return current()


def choose(language: str) -> None:
    """Switches the session's language and keeps it in the address."""
    _keep(language)
    st.query_params["lang"] = language


def _keep(language: str) -> None:
    st.session_state[_CHOSEN] = _settled.language = language


def translate(template: str) -> str:
    """The template in the session's language."""
    return catalogue(current()).gettext(template) if template else ""


def _(template: str, **values: Any) -> str:
    """The sentence in the session's language, its `{fields}` filled from `values`."""
    text = translate(template)
    return text.format(**values) if values else text


def n_(singular: str, plural: str, n: int, **values: Any) -> str:
    """The sentence that fits the number `n`; `{n}` is filled too."""
    return catalogue(current()).ngettext(singular, plural, n).format(n=n, **values)


def said(message: Message) -> str:
    """A message of another room in the session's language."""
    return message.text(translate)


def refused(error: Refusal) -> str:
    """Why something cannot be and what helps, in the session's language."""
    return f"{said(error.reason)}; {said(error.remedy)}"
