"""The dossier as a filled sheet in SVG: who each agent is, how sure, and whether it was right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from assistant.review.patterns import PAPERS, SANS, SERIF, Look, Theme, num, token
from assistant.wording import percent

WIDTH, ROW, HEAD, FOOT = 440, 54, 70, 50


@dataclass(frozen=True)
class SheetRow:
    """One row: the agent, the name put for it, its probability, and whether that was right (None: not told)."""

    agent: int
    name: str
    probability: float | None
    right: bool | None = None


@dataclass(frozen=True)
class Sheet:
    """A dossier ready to draw: title, rows, and a line below."""

    title: str
    rows: Sequence[SheetRow]
    footer: str


def sheet_svg(sheet: Sheet, looks: Sequence[Look], agents: Sequence[str], theme: Theme = "light") -> str:
    """The sheet; every row carries its agent in `data-agent` and its probability in `data-p`."""
    paper = PAPERS[theme]
    height = HEAD + ROW * len(sheet.rows) + FOOT
    rows = "".join(
        _row(row, HEAD + ROW * at, looks[row.agent], agents[row.agent], theme)
        for at, row in enumerate(sheet.rows)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" class="sheet" role="img" '
        f'aria-label="{escape(sheet.title)}" font-family="{SANS}" '
        'style="display:block;width:100%;max-width:540px;height:auto">'
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{height - 2}" rx="10" fill="{paper.paper}" '
        f'stroke="{paper.line}" stroke-width="2"/>'
        f'<text x="20" y="44" font-family="{SERIF}" font-size="25" font-weight="650" fill="{paper.ink}">'
        f"{escape(cut(sheet.title, 30))}</text>{rows}"
        f'<text x="20" y="{height - 20}" font-size="17" fill="{paper.muted}">{escape(cut(sheet.footer, 48))}</text>'
        "</svg>"
    )


def _row(row: SheetRow, y: float, look: Look, agent: str, theme: Theme) -> str:
    paper, middle = PAPERS[theme], y + ROW / 2
    verdict: Mapping[bool | None, str] = {True: "✓", False: "✗", None: ""}
    share = ""
    if row.probability is not None:
        share = (
            f'<text x="{WIDTH - 20}" y="{num(middle + 7)}" font-size="20" font-weight="700" text-anchor="end" '
            f'fill="{paper.ink}">{percent(row.probability)} %</text>'
        )
    number = "" if row.probability is None else f"{row.probability:.6f}"
    return (
        f'<g data-agent="{row.agent}" data-p="{number}">'
        f'<path d="M20 {num(y)}H{WIDTH - 20}" stroke="{paper.line}"/>'
        + token(36, middle, 15, look, theme)
        + f'<text x="60" y="{num(middle + 6)}" font-size="18" fill="{paper.ink}">{escape(cut(agent, 11))}</text>'
        f'<text x="166" y="{num(middle + 7)}" font-family="{SERIF}" font-size="22" font-weight="600" '
        f'fill="{paper.ink}">{verdict[row.right]} {escape(cut(row.name, 13))}</text>{share}</g>'
    )


def cut(text: str, most: int) -> str:
    """The text cut to `most` characters: SVG does not wrap."""
    return text if len(text) <= most else text[: most - 1] + "…"
