"""All timelines of a game in one SVG picture, to share."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from assistant.review.figures import FLUID, HEIGHT, WIDTH
from assistant.review.patterns import PAPERS, SANS, Look, token


def stacked_svg(figures: Sequence[tuple[str, str]], looks: Sequence[Look], agents: Sequence[str]) -> str:
    """Several timelines in one picture, a heading over each and the agents on top; light, for sharing.

    Args:
        figures: name of the player and what `belief_svg` drew.
        looks: of the agents.
        agents: their names.
    """
    paper, head, gap = PAPERS["light"], 84, 34
    parts = [f'<rect width="100%" height="100%" fill="{paper.paper}"/>']
    for at, (look, agent) in enumerate(zip(looks, agents, strict=True)):
        x, y = 26 + 134 * (at % 4), 26 + 32 * (at // 4)
        parts.append(
            token(x, y, 11, look, "light")
            + f'<text x="{x + 18}" y="{y + 6}" font-size="16" fill="{paper.ink}">{escape(agent[:12])}</text>'
        )
    for row, (player, svg) in enumerate(figures):
        y = head + row * (HEIGHT + gap)
        head_style = f'font-size="19" font-weight="650" fill="{paper.ink}"'
        parts.append(f'<text x="14" y="{y + 20}" {head_style}>{escape(player[:40])}</text>')
        parts.append(svg.replace(FLUID, f'x="0" y="{y + 24}" width="{WIDTH}" height="{HEIGHT}"', 1))
    height = head + len(figures) * (HEIGHT + gap)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="{SANS}">{"".join(parts)}</svg>'
    )
