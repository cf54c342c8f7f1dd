"""Words, numbers and lists for sentences: what a translation may reach, and what a terminal must not see."""

from __future__ import annotations

import pytest

from assistant.dashboard.locales import catalogues
from assistant.wording import Message, decimal, listed, named, say, signed, visible


def german(template: str) -> str:
    found = catalogues.read("de").get(template)
    return str(found.string) if found is not None and found.string else template


@pytest.mark.parametrize(
    ("value", "digits", "sign", "english"),
    [(1.25, 2, False, "1.25"), (-0.04, 1, False, "0.0"), (-0.06, 1, True, "−0.1"), (0.0, 1, True, "+0.0"),
     (12345.678, 1, True, "+12345.7"), (-3.8, 1, False, "−3.8"), (0.999, 2, False, "1.00")],
)  # fmt: skip
def test_a_number_has_its_digits_a_real_minus_and_the_readers_mark(
    value: float, digits: int, sign: bool, english: str
) -> None:
    number = decimal(value, digits, sign)
    assert str(number) == english
    assert number.text(german) == english.replace(".", ",")


def test_whole_numbers_with_their_sign() -> None:
    assert [signed(n) for n in (3, 0, -7)] == ["+3", "+0", "−7"]


def test_colours_and_buildings_are_words_and_other_names_are_not() -> None:
    told = say("{a} {b} {c}", a=named("red"), b=named("ruin"), c=named("PERRY"))
    assert str(told) == "red ruin PERRY"
    assert told.text(german) == f"{german('red')} {german('ruin')} PERRY" != "red ruin PERRY"


def test_a_list_is_cut_and_the_rest_counted() -> None:
    items: list[Message | str] = [say("{n}", n=n) for n in range(20)]
    assert str(listed(items[:3])) == "0, 1, 2"
    assert str(listed(items, most=2)) == "0, 1 and 18 more"
    assert str(listed([])) == ""


def test_nothing_in_a_text_can_steer_a_terminal() -> None:
    assert visible("a\x1b[31m\u202eb\n") == "a\\x1b[31m\\u202eb\\n"
    joined = "👩\u200d🔬"
    assert visible(joined) == joined
