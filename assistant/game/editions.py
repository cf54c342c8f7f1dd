"""Every edition of the game as parameters over one engine (RULES.md, "Two families of editions")."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Self, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from assistant.game.errors import UnknownEdition
from assistant.wording import N_, say

SwitchWord = Literal["on", "off"]
YesNo = Literal["yes", "no"]


def _word(value: object) -> object:
    """Records may write switches as true and false."""
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _switch(value: object) -> object:
    return ("on" if value else "off") if isinstance(value, bool) else value


def _phrase(value: object) -> object:
    """`most in the last scoring` and `most-in-the-last-scoring` are the same value."""
    if not isinstance(value, str):
        return value
    phrase = value.strip().lower().replace(" ", "-").replace("_", "-")
    return {"end-of-game": "end", "most-in-last-scoring": "most-in-the-last-scoring"}.get(phrase, phrase)


def _number(value: object) -> object:
    """Python and pydantic take true for 1, but whoever writes `dossier_at: true` does not mean step 1."""
    if isinstance(value, bool):
        raise ValueError("a switch is no number")
    return value


Steps = Annotated[int, BeforeValidator(_number), Field(ge=1, le=10_000)]


class Edition(BaseModel):
    """One edition: the parameters of RULES.md under the same names. Immutable; `base` is the preset's name.

    Scores count from `start_score`; `finish` and `dossier_at` are steps from there, so the description of
    the game with 129 and 142 is `start_score` 100 with both left alone. Two parameters follow another one
    where they are None: `zero_on_1_3` (see `allows_zero`) and `two_agent_cards` (see `deck.copies`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: str
    agents: Annotated[int, BeforeValidator(_number), Field(ge=2, le=7)] | None = None
    agents_by_players: tuple[int, ...] = (4, 5, 6, 7, 7, 7)
    die: Literal["plain", "one-to-three"] = "plain"
    zero_on_1_3: Annotated[YesNo | None, BeforeValidator(_word)] = None
    safe_target: Literal["empty", "other", "any"] = "empty"
    floor: Annotated[Literal[0, "none"], BeforeValidator(_number)] = 0
    start_score: Annotated[int, BeforeValidator(_number), Field(ge=0, le=10_000)] = 0
    finish: Steps = 42
    dossier_at: Annotated[Steps | Literal["end", "off"], BeforeValidator(_phrase)] = "off"
    dossier_pay: Annotated[int, BeforeValidator(_number), Field(ge=0, le=100)] = 5
    dossier_extras: Annotated[YesNo, BeforeValidator(_word)] = "no"
    extra_wins: Annotated[Literal["extra", "nobody", "best-player"], BeforeValidator(_phrase)] = "extra"
    tie_cross: Annotated[Literal["furthest", "most-in-the-last-scoring"], BeforeValidator(_phrase)] = (
        "furthest"
    )
    tie_exact: Literal["shared"] = "shared"
    cards: Annotated[SwitchWord, BeforeValidator(_switch)] = "off"
    two_agent_cards: Annotated[YesNo | None, BeforeValidator(_word)] = None
    card_passes: Literal["once", "until-all-pass"] = "once"
    turn_order: Literal["seats", "free"] = "seats"
    scoring: Literal["entered", "as-recorded"] = "entered"

    def agents_in_play(self, players: int) -> int:
        """How many agents `players` (2 to 7) play with, unless the record lists others."""
        return self.agents if self.agents is not None else self.agents_by_players[players - 2]

    @property
    def faces(self) -> tuple[int | str, ...]:
        """The die's six faces, each equally likely."""
        return (1, 2, 3, 4, 5, 6) if self.die == "plain" else ("1-3", 2, 3, 4, 5, 6)

    @property
    def allows_zero(self) -> bool:
        """Whether a player may move nobody on a 1-3: where not said, in games with cards only."""
        return (self.zero_on_1_3 or ("yes" if self.cards == "on" else "no")) == "yes"

    @property
    def has_dossier(self) -> bool:
        """Whether players fill dossiers."""
        return self.dossier_at != "off"

    @property
    def finish_score(self) -> int:
        """Marker value that ends the game when reached or passed."""
        return self.start_score + self.finish

    @property
    def dossier_score(self) -> int | None:
        """Marker value at which the dossier falls due; None when it falls due at the end or never."""
        return self.start_score + self.dossier_at if isinstance(self.dossier_at, int) else None

    @property
    def floor_score(self) -> int | None:
        """Lowest marker value; None where markers may go behind start."""
        return self.start_score if self.floor == 0 else None

    def with_changes(self, **changes: Any) -> Self:
        """A copy with some parameters changed.

        Raises:
            UnknownEdition: a parameter's name or value is not in RULES.md.
        """
        return _validated(type(self), {**self.model_dump(), **changes})


_AMIGO = {
    "agents_by_players": (5, 6, 7, 7, 7, 7),
    "die": "one-to-three",
    "safe_target": "other",
    "dossier_extras": "yes",
    "extra_wins": "nobody",
}
_PRESETS: Mapping[str, Mapping[str, Any]] = {
    "ravensburger": {},
    "ravensburger-expert": {"safe_target": "any", "dossier_at": 29, "extra_wins": "best-player"},
    "amigo": _AMIGO,
    "amigo-dossier": {**_AMIGO, "dossier_at": 29},
    "amigo-topsecret": {**_AMIGO, "cards": "on"},
}
PRESETS: tuple[str, ...] = tuple(_PRESETS)
"""Names of the presets, the simplest first."""
PRESET_TITLES: Mapping[str, str] = {
    "ravensburger": N_("Heimlich & Co., basic game"),
    "ravensburger-expert": N_("Heimlich & Co. with dossier"),
    "amigo": N_("Top Secret Spies, basic game"),
    "amigo-dossier": N_("Top Secret Spies with dossier"),
    "amigo-topsecret": N_("Top Secret Spies with cards"),
}
"""The presets as people call them."""

PARAMETERS: tuple[str, ...] = tuple(
    name for name in Edition.model_fields if name not in {"base", "agents_by_players"}
)
"""Names of the parameters that a record's head may override."""


E = TypeVar("E", bound=Edition)


def _validated(cls: type[E], data: Mapping[str, Any]) -> E:
    try:
        return cls.model_validate(dict(data))
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "edition"
        if first["type"] == "extra_forbidden":
            raise UnknownEdition(
                say(N_("no edition has a parameter {name!r}"), name=name),
                say(N_("the parameters are {names}"), names=", ".join(PARAMETERS)),
            ) from None
        raise UnknownEdition(
            say(N_("edition parameter {name} cannot be {value!r}"), name=name, value=data.get(name)),
            say(N_("it takes: {takes}"), takes=_takes(name)),
        ) from None


def _takes(name: str) -> str:
    """What the parameter can be, as its type above says: `1 to 10000, end, off`."""
    field = Edition.model_fields[name]
    return ", ".join(_values(field.annotation, tuple(field.metadata))) or "see docs/editions.md"


def _values(kind: Any, limits: tuple[Any, ...] = ()) -> list[str]:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _values(inner[0], (*limits, *inner[1:]))
    if origin is Literal:
        return [str(value) for value in inner]
    if origin in (Union, UnionType):
        return [value for part in inner if part is not NoneType for value in _values(part, limits)]
    if kind is not int:
        return []
    known = [k for limit in limits for k in (limit.metadata if isinstance(limit, FieldInfo) else [limit])]
    least, most = (next(getattr(k, end) for k in known if hasattr(k, end)) for end in ("ge", "le"))
    return [f"{least} to {most}"]


@cache
def preset(name: str) -> Edition:
    """The preset of that name.

    Raises:
        UnknownEdition: there is none.
    """
    if name not in _PRESETS:
        raise UnknownEdition(
            say(N_("there is no edition {name!r}"), name=name),
            say(N_("use one of {names}"), names=", ".join(PRESETS)),
        )
    return _validated(Edition, {"base": name, **_PRESETS[name]})


def edition(spec: str | Mapping[str, Any] | Edition) -> Edition:
    """The edition that a record's head names: a preset, or an object with `base` and overrides.

    Raises:
        UnknownEdition: no such preset, parameter or value.
    """
    if isinstance(spec, Edition):
        return spec
    if isinstance(spec, str):
        return preset(spec)
    base = spec.get("base", PRESETS[0])
    if not isinstance(base, str):
        raise UnknownEdition(
            say(N_("the edition's base cannot be {value!r}"), value=base),
            say(N_("use one of {names}"), names=", ".join(PRESETS)),
        )
    overrides = {name: value for name, value in spec.items() if name in PARAMETERS}
    for name in spec:
        if name != "base" and name not in PARAMETERS:
            _refuse_misspelling(str(name))
    return preset(base).with_changes(**overrides) if overrides else preset(base)


def _refuse_misspelling(name: str) -> None:
    """Fields nobody here knows are kept (DESIGN.md), but a slip in a rule's name must not go unseen."""
    close = get_close_matches(name, PARAMETERS, n=1, cutoff=0.75)
    if close:
        raise UnknownEdition(
            say(N_("no edition has a parameter {name!r}"), name=name),
            say(N_("did you mean {close}?"), close=close[0]),
        )
