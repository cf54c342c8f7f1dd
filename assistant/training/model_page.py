"""The figures of the shipped fit as Markdown tables, put between the markers of docs/model.md.

`python -m assistant.training.model_page docs/model.md` writes them anew after a fit.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from assistant.training.tables import number

MARKER = re.compile(r"(<!-- figures: (?P<name>[^>]+?) -->\n).*?(<!-- end -->)", re.DOTALL)
KIND_COLUMNS = ("n", "hit_rate", "log_loss", "brier", "ece", "points", "points_predicted")


def shipped_figures() -> dict[str, Any]:
    """What the last fit wrote beside the parameters."""
    path = resources.files("assistant.deduction").joinpath("parameters.figures.json")
    figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return figures


def _table(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [header, ("---",) + ("---:",) * (len(header) - 1), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def kinds_table(report: dict[str, Any]) -> str:
    """Every kind's figures, its uniform log loss beside it, the worst kind marked; all together last."""
    uniform = report["detail"]["uniform_by_tag"]
    worst = report["detail"]["worst_kind"]
    rows = [
        (
            f"**{kind}** (worst)" if kind == worst else kind,
            *(number(m[c]) for c in KIND_COLUMNS),
            number(uniform[kind]),
        )
        for kind, m in report["by_tag"].items()
    ]
    baseline = report["baselines"]
    rows.append(
        ("all", *(number(report["all"][c]) for c in KIND_COLUMNS), number(baseline["uniform"]["log_loss"]))
    )
    rows.append(("counting by hand", *(number(baseline["count"][c]) for c in KIND_COLUMNS), ""))
    return _table(("kind never seen", *KIND_COLUMNS, "uniform"), rows)


def groups_table(report: dict[str, Any], key: str, title: str) -> str:
    """Log loss and hit rate by players or by turns seen."""
    rows = [
        (name, *(number(m[c]) for c in ("n", "log_loss", "hit_rate")))
        for name, m in report["detail"][key].items()
    ]
    return _table((title, "n", "log_loss", "hit_rate"), rows)


def calibration_table(report: dict[str, Any]) -> str:
    """The calibration curve."""
    rows = [(str(n), f"{mean:.3f}", f"{share:.3f}") for n, mean, share in report["detail"]["calibration"]]
    return _table(("cells", "mean belief", "share true"), rows)


def rendered(name: str, figures: dict[str, Any]) -> str:
    """The table that a marker names: `kinds SOURCE`, `players SOURCE`, `turns SOURCE` or `calibration SOURCE`."""
    what, _, source = name.partition(" ")
    report = figures["never_seen"][source]
    if what == "kinds":
        return kinds_table(report)
    if what == "calibration":
        return calibration_table(report)
    title = {"players": "players", "turns": "turns seen, from"}[what]
    return groups_table(report, f"by_{what}", title)


def filled(page: str, figures: dict[str, Any]) -> str:
    """`page` with every marked table written anew."""
    return MARKER.sub(lambda m: m.group(1) + rendered(m.group("name"), figures) + m.group(3), page)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(filled(target.read_text(encoding="utf-8"), shipped_figures()), encoding="utf-8")
