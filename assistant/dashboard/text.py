"""Names that people type, made harmless for where they are shown, and cut where there is little room.

To Streamlit a label is Markdown: a name could make the browser fetch a picture, or be a link, a formula, an
icon. Everything typed by somebody goes through `md` for Markdown and through `esc` for HTML.
"""

from __future__ import annotations

import html
import re

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~:$&@^=\"'])")
_JOINER = "\u2060"
"""Word joiner: cannot be seen, and keeps `www.` and `a@b.c` from becoming links after unescaping."""
_LINKS = re.compile(r"(?i)(www|https?|ftp|mailto|xmpp|@)(?=[.:]|(?<=@))")
LONG = 60


def md(text: str) -> str:
    """`text` for Markdown, shown letter by letter."""
    line = " ".join(text.split())
    return _SIGNS.sub(r"\\\1", _LINKS.sub(rf"\1{_JOINER}", line))


def esc(text: object) -> str:
    """`text` for HTML, also inside quotes. A name that may run from right to left goes through `name` instead."""
    return html.escape(str(text), quote=True)


def name(text: str) -> str:
    """A name as an HTML element: escaped, breakable, and isolated: none turns the reading of what follows."""
    return f'<bdi class="h-name">{esc(text)}</bdi>'


def short(text: str, most: int = LONG) -> str:
    """The text cut to `most` characters, for labels that cannot wrap."""
    return text if len(text) <= most else text[: most - 1] + "…"
