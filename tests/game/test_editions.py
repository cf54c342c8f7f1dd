"""Presets, parameters, and tables that cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from assistant.game import PARAMETERS, PRESETS, Edition, GameError, UnknownEdition, edition, start


def test_presets_are_those_of_the_rules() -> None:
    assert set(PRESETS) == {
        "ravensburger",
        "ravensburger-expert",
        "amigo",
        "amigo-dossier",
        "amigo-topsecret",
    }
    assert [name for name in PRESETS if edition(name).has_dossier] == ["ravensburger-expert", "amigo-dossier"]
    assert [name for name in PRESETS if edition(name).cards == "on"] == ["amigo-topsecret"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("agents", 7), ("die", "plain"), ("zero_on_1_3", "yes"), ("safe_target", "any"), ("floor", "none"),
     ("start_score", 100), ("finish", 41), ("dossier_at", "end"), ("dossier_at", 20), ("dossier_pay", 3),
     ("dossier_extras", "no"), ("extra_wins", "best-player"), ("tie_cross", "most-in-the-last-scoring"),
     ("tie_exact", "shared"), ("cards", "on"), ("two_agent_cards", "no"), ("card_passes", "until-all-pass"),
     ("turn_order", "free"), ("scoring", "as-recorded")],
)  # fmt: skip
def test_every_parameter_can_be_overridden(name: str, value: Any) -> None:
    assert getattr(edition({"base": "amigo", name: value}), name) == value
    assert name in PARAMETERS


@pytest.mark.parametrize(
    ("name", "value"),
    [("agents", 8), ("agents", 1), ("die", "d20"), ("zero_on_1_3", "perhaps"), ("safe_target", "none"),
     ("floor", 5), ("start_score", -1), ("finish", 0), ("dossier_at", 0), ("dossier_pay", -5),
     ("dossier_extras", "maybe"), ("extra_wins", "all"), ("tie_cross", "dice"), ("tie_exact", "last"),
     ("cards", "some"), ("two_agent_cards", "maybe"), ("card_passes", "twice"), ("turn_order", "dice"),
     ("scoring", "never")],
)  # fmt: skip
def test_other_values_are_refused_with_those_that_it_takes(name: str, value: Any) -> None:
    with pytest.raises(UnknownEdition, match=f"parameter {name} cannot be") as caught:
        edition({"base": "amigo", name: value})
    assert "it takes" in str(caught.value.remedy)
    assert "docs/editions.md" not in str(caught.value.remedy)


def test_every_parameter_is_tested_above() -> None:
    marks = [test_every_parameter_can_be_overridden, test_other_values_are_refused_with_those_that_it_takes]
    for test in marks:
        cases = test.pytestmark[0].args[1]  # type: ignore[attr-defined]
        assert {name for name, _ in cases} == set(PARAMETERS)


@pytest.mark.parametrize(
    ("written", "means"),
    [({"dossier_extras": True}, {"dossier_extras": "yes"}), ({"cards": True}, {"cards": "on"}),
     ({"dossier_at": "end of game"}, {"dossier_at": "end"}),
     ({"extra_wins": "best player"}, {"extra_wins": "best-player"}),
     ({"tie_cross": "most in the last scoring"}, {"tie_cross": "most-in-the-last-scoring"})],
)  # fmt: skip
def test_other_ways_to_write_a_value(written: dict[str, Any], means: dict[str, Any]) -> None:
    assert edition({"base": "amigo", **written}) == edition({"base": "amigo", **means})


@pytest.mark.parametrize("name", PARAMETERS)
@pytest.mark.parametrize("value", [[], [29], {}, {"a": [1]}, "", 1.5, 10**400])
def test_values_of_any_kind_are_refused_never_a_traceback(name: str, value: Any) -> None:
    with pytest.raises(UnknownEdition, match=f"parameter {name} cannot be"):
        edition({"base": "amigo", name: value})


SWITCHES = {"zero_on_1_3", "dossier_extras", "cards", "two_agent_cards"}


@pytest.mark.parametrize("name", PARAMETERS)
@pytest.mark.parametrize("value", [True, False])
def test_only_switches_are_written_as_true_and_false(name: str, value: bool) -> None:
    """Python takes true for 1: `dossier_at: true` must not become a dossier at the first step."""
    if name in SWITCHES:
        assert (
            getattr(edition({"base": "amigo", name: value}), name) in ("yes", "on")
            if value
            else ("no", "off")
        )
        return
    with pytest.raises(UnknownEdition, match=f"parameter {name} cannot be {value}"):
        edition({"base": "amigo", name: value})


@pytest.mark.parametrize(
    ("name", "takes"),
    [("agents", "2 to 7"), ("floor", "0, none"), ("dossier_at", "1 to 10000, end, off"), ("cards", "on, off"),
     ("two_agent_cards", "yes, no"), ("tie_cross", "furthest, most-in-the-last-scoring")],
)  # fmt: skip
def test_the_remedy_lists_what_the_parameter_takes(name: str, takes: str) -> None:
    with pytest.raises(UnknownEdition) as caught:
        edition({"base": "amigo", name: "nonsense"})
    assert str(caught.value.remedy) == f"it takes: {takes}"


def test_zero_on_1_3_follows_the_cards_unless_said() -> None:
    assert edition("amigo-topsecret").allows_zero
    assert edition({"base": "amigo-dossier", "cards": "on"}).allows_zero
    assert not edition({"base": "amigo-topsecret", "cards": "off"}).allows_zero
    assert not edition({"base": "amigo-topsecret", "zero_on_1_3": "no"}).allows_zero


def test_no_such_edition() -> None:
    with pytest.raises(UnknownEdition, match="no edition 'monopoly'"):
        edition("monopoly")
    with pytest.raises(UnknownEdition, match="base cannot be"):
        edition({"base": 3})


def test_a_slip_in_a_parameter_s_name_is_refused_other_fields_are_left_to_the_record() -> None:
    with pytest.raises(UnknownEdition, match="no edition has a parameter 'flor'") as caught:
        edition({"base": "amigo", "flor": "none"})
    assert "floor" in str(caught.value.remedy)
    assert edition({"base": "amigo", "publisher": "Amigo"}) == edition("amigo")


def test_editions_do_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        edition("amigo").floor = "none"  # type: ignore[misc]
    assert isinstance(edition("amigo").with_changes(floor="none"), Edition)
    with pytest.raises(UnknownEdition, match="no edition has a parameter 'colour'"):
        edition("amigo").with_changes(colour="red")


@pytest.mark.parametrize(
    ("players", "agents", "why"),
    [
        (["Anna"], "rbgy", "2 to 7 players"),
        (list("ABCDEFGH"), "rbgyops", "2 to 7 players"),
        (["Anna", "Ben"], "r", "2 to 7 agents"),
        (["Anna", "Ben"], "rbgyopst", "2 to 7 agents"),
        (["Anna", "Anna"], "rbgy", "name Anna stands twice"),
        (["Anna", "Ben"], "rrgy", "name r stands twice"),
        (["Anna", "Ben", "Cem"], "rb", "need at least 3 agents"),
    ],
)
def test_tables_that_cannot_be(players: list[str], agents: str, why: str) -> None:
    with pytest.raises(GameError, match=why):
        start(edition("ravensburger"), players, list(agents))


def test_the_number_of_agents_may_differ_from_the_rulebook_s_but_not_from_the_record_s_own() -> None:
    assert len(start(edition("ravensburger"), ["Anna", "Ben"], list("rbg")).agents) == 3
    with pytest.raises(GameError, match="edition says 4 agents, the list has 3"):
        start(edition({"base": "ravensburger", "agents": 4}), ["Anna", "Ben"], list("rbg"))
