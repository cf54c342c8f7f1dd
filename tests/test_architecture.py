"""Which room may import which (DESIGN.md, "The rooms"), read from the sources themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "assistant"
MAY_IMPORT: Mapping[str, set[str]] = {
    "wording": set(),
    "game": {"wording"},
    "strict_json": {"wording"},
    "records": {"wording", "strict_json", "game"},
    "deduction": {"wording", "game", "records"},
    "review": {"wording", "game", "records", "deduction"},
    "training": {"wording", "game", "records", "deduction"},
    "baantjer": {"wording", "strict_json"},
}
"""Room -> rooms that it may use besides itself. The dashboard and the command line may use all of them."""

CORE = frozenset(MAY_IMPORT)
SHOWN_ONLY = frozenset({"streamlit", "plotly"})
MOST_LINES = 350


def room_of(path: Path, root: Path) -> str:
    return path.relative_to(root).parts[0].removesuffix(".py")


def imports(path: Path, root: Path) -> Iterator[str]:
    """Dotted names of everything that the file imports, at any depth, relative ones made absolute."""
    package = [root.name, *path.relative_to(root).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = [] if not node.level else package[: len(package) - node.level + 1]
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {
            "import_module",
            "importlib.import_module",
        }:
            yield from (arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant))


def faults(root: Path) -> list[str]:
    """Every import that goes the wrong way, and every core file that is too long."""
    found = []
    rooms = {room_of(path, root) for path in root.rglob("*.py")} - {"__init__"}
    for path in sorted(root.rglob("*.py")):
        room, name = room_of(path, root), path.relative_to(root).as_posix()
        for imported in imports(path, root):
            top, *rest = imported.split(".")
            if top in SHOWN_ONLY and room != "dashboard":
                found.append(f"{name} imports {top}")
            other = rest[0] if top == root.name and rest else ""
            if room in CORE and other in rooms and other not in MAY_IMPORT[room] | {room}:
                found.append(f"{name} imports {other}")
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if room in CORE and lines > MOST_LINES:
            found.append(f"{name} has {lines} lines")
    return found


def test_imports_point_one_way_and_files_read_in_one_sitting() -> None:
    assert (ROOT / "game" / "turns.py").exists()
    assert faults(ROOT) == []


@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        ("game/a.py", "from assistant.records import load", "game/a.py imports records"),
        ("game/a.py", "def f():\n    import assistant.deduction.worlds", "game/a.py imports deduction"),
        ("game/a.py", "from assistant import records", "game/a.py imports records"),
        ("game/sub/a.py", "from ...records import load", "game/sub/a.py imports records"),
        ("game/a.py", "from ..records import load", "game/a.py imports records"),
        ("game/a.py", "from .. import records", "game/a.py imports records"),
        ("game/a.py", "import_module('assistant.review')", "game/a.py imports review"),
        ("deduction/a.py", "import assistant.training.fit", "deduction/a.py imports training"),
        ("deduction/a.py", "import streamlit as st", "deduction/a.py imports streamlit"),
        ("review/a.py", "from plotly import graph_objects", "review/a.py imports plotly"),
        ("training/a.py", "from assistant.review import timeline", "training/a.py imports review"),
        ("baantjer/a.py", "from assistant.game import start", "baantjer/a.py imports game"),
        ("baantjer/a.py", "from assistant.deduction import rank", "baantjer/a.py imports deduction"),
        ("records/a.py", "from assistant.dashboard import pages", "records/a.py imports dashboard"),
        ("wording.py", "from assistant.game import start", "wording.py imports game"),
        ("cli.py", "import plotly.express", "cli.py imports plotly"),
        ("game/a.py", "x = 1\n" * 351, "game/a.py has 351 lines"),
    ],
)  # fmt: skip
def test_each_kind_of_fault_is_found(tmp_path: Path, file: str, text: str, fault: str) -> None:
    root = tmp_path / "assistant"
    for room in [*CORE - {"wording", "strict_json"}, "dashboard"]:
        (root / room / "sub").mkdir(parents=True)
        (root / room / "__init__.py").write_text("")
    (root / "wording.py").write_text("")
    (root / file).write_text(text)
    assert faults(root) == [fault]


def test_what_is_allowed_is_not_a_fault(tmp_path: Path) -> None:
    allowed = {
        "game": "from assistant.wording import say\nfrom assistant.game.board import advance\nimport numpy",
        "review": "from assistant.deduction import rank\nfrom ..records import load",
        "dashboard": "import streamlit, plotly\nfrom assistant import game, records, review, training",
    }
    root = tmp_path / "assistant"
    for room, text in allowed.items():
        (root / room).mkdir(parents=True)
        (root / room / "a.py").write_text(text)
    assert faults(root) == []
