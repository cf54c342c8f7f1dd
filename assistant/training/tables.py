"""The figures of `evaluate` as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.table import Table

COLUMNS = ("n", "top1", "hit_rate", "log_loss", "brier", "ece", "points", "points_predicted")


def evaluation_tables(data: dict[str, Any]) -> Iterator[Table | str]:
    """All tables of `assistant.training.evaluation.report`'s result."""
    yield _main(data)
    detail = data["detail"]
    yield _groups("By number of players", "players", detail["by_players"])
    yield _groups("By number of turns seen", "turns from", detail["by_turns"])
    yield _calibration(detail["calibration"])
    kind = detail["worst_kind"]
    worst, uniform = data["by_tag"][kind]["log_loss"], detail["uniform_by_tag"][kind]
    yield f"Worst kind: {kind or 'untagged'}, log loss {worst:.3f} (uniform {uniform:.3f})"


def number(value: float | int | None) -> str:
    """A figure as it stands in a table, `-` where there is none."""
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def _main(data: dict[str, Any]) -> Table:
    table = Table(title=f"{data['games']} games, {data['views']} views")
    table.add_column("kind")
    for column in (*COLUMNS, "uniform"):
        table.add_column(column, justify="right")
    uniform = {"all": data["baselines"]["uniform"]["log_loss"], **data["detail"]["uniform_by_tag"]}
    rows = [("all", data["all"]), *data["by_tag"].items()]
    rows += [(f"baseline {name}", figures) for name, figures in data["baselines"].items()]
    for name, figures in rows:
        cells = (number(figures[column]) for column in COLUMNS)
        table.add_row(name or "untagged", *cells, number(uniform.get(name)))
    return table


def _groups(title: str, key: str, groups: dict[str, dict[str, float]]) -> Table:
    table = Table(title=title)
    for column in (key, "n", "log_loss", "hit_rate"):
        table.add_column(column, justify="right")
    for name, figures in groups.items():
        table.add_row(name, *(number(figures[column]) for column in ("n", "log_loss", "hit_rate")))
    return table


def _calibration(curve: list[tuple[int, float, float]]) -> Table:
    table = Table(title="Calibration: ten equal bins over (opponent, agent) cells")
    for column in ("cells", "mean belief", "share true"):
        table.add_column(column, justify="right")
    for n, mean, share in curve:
        table.add_row(str(n), number(mean), number(share))
    return table
