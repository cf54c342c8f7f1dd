"""The app's pages without a browser, for the tests of several of them."""

from __future__ import annotations

from collections.abc import Mapping

from streamlit.testing.v1 import AppTest

SCRIPT = (
    "import streamlit as st\nfrom importlib import import_module\n"
    "from assistant.dashboard import language, navigation, frame\nlanguage.settle()\n"
    "names = ('open', 'live', 'review', 'baantjer', 'games', 'table')\n"
    "pages = {f: st.Page(navigation._show(f), title=f, url_path=f) for f in names}\n"
    "st.session_state['pages'] = pages\nst.navigation(list(pages.values()), position='hidden')\nframe.dress()\n"
    "import_module('assistant.dashboard.pages.PAGE').show()\n"
)


def app(page: str = "open", state: Mapping[str, object] | None = None, **query: str) -> AppTest:
    """The app at one page, after its first run. AppTest follows no address, so the page is shown on its own."""
    test = AppTest.from_string(SCRIPT.replace("PAGE", page), default_timeout=60)
    for name, value in query.items():
        test.query_params[name] = value
    for name, value in (state or {}).items():
        test.session_state[name] = value
    return test.run()


def html(test: AppTest) -> str:
    """All that the page has drawn as HTML."""
    return "\n".join(str(element.proto) for element in test.get("html"))
