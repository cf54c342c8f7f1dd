"""The catalogues: complete, certain, nothing left over, and the checks that say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.dashboard import language
from assistant.dashboard.locales import catalogues
from assistant.dashboard.locales.__main__ import main
from assistant.dashboard.review.group_view import KINDS
from assistant.deduction import shipped


def test_every_string_is_translated_and_none_is_left_over() -> None:
    assert catalogues.problems() == []


def test_strings_of_all_rooms_are_found_also_inside_f_strings() -> None:
    found = {message.id for message in catalogues.extracted() if message.id}
    assert {"no agent in play is called {name}", "Who plays whom?", "What happened"} <= found
    assert any(isinstance(message, tuple) and message[0] == "{n} player" for message in found)


@pytest.mark.parametrize(
    ("translation", "problem"),
    [
        ("", "untranslated"),
        ("Hallo {nome}", "other fields"),
        ("Hallo", "other fields"),
        ("Hallo {name}", None),
    ],
)
def test_each_kind_of_fault_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, translation: str, problem: str | None
) -> None:
    source = tmp_path / "assistant" / "a.py"
    source.parent.mkdir()
    source.write_text("f'{_(\"Hello {name}\", name=1)}'")
    (tmp_path / "babel.cfg").write_text((catalogues.ROOT / "babel.cfg").read_text())
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path / "locales")
    monkeypatch.setattr(catalogues, "TRANSLATED", ("de",))
    catalogues.update()
    catalogue = catalogues.read("de")
    catalogue["Hello {name}"].string = translation
    catalogues.write("de", catalogue)
    catalogues.path("de", ".mo").unlink()
    assert any("not compiled" in line for line in catalogues.problems())
    assert main(["compile"]) == 0
    assert ([problem] if problem else []) == [line.split(": ")[1] for line in catalogues.problems()]
    assert main(["check"]) == (1 if problem else 0)
    source.write_text("")
    assert "de: unused: 'Hello {name}'" in catalogues.problems()
    assert main(["update"]) == 0 and catalogues.problems() == []
    assert main([]) == 2


def test_the_printed_words_of_the_game() -> None:
    printed = {"de": ("Tresor", "Dossier"), "it": ("cassaforte", "Dossier"), "nl": ("kluis", "Dossier")}
    for code, (safe, dossier) in printed.items():
        texts = language.catalogue(code)
        assert safe in texts.gettext("safe {building}") and dossier in texts.gettext("Secret dossier").title()


def test_every_type_of_player_that_the_model_knows_is_told_in_words() -> None:
    """Bots alone keep their names: who reads "plays like" need not know the model's."""
    bots = {name for name in shipped().types if name[0].isupper()}
    assert set(shipped().types) - bots == set(KINDS) - {"uniform"}
