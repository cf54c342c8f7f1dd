"""Printing a record in the text notation, so that reading it gives the same record again.

Each line says certain fields. What the lines cannot say, or say though the record lacks it, follows as
`field KEY JSON` and `without KEY`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from assistant.game import CARDS, TWO_AGENT_CARDS, building_name
from assistant.records.notation import JSON_SCALAR, RESERVED, WORD, quoted, same
from assistant.records.plain import to_plain
from assistant.records.record import CLUE_NEEDS, Event, Record

Said = dict[str, Any]

LONGEST = 1_000
"""Characters that a free text may take in a line for the grammar, which has an end (`notation.MAX_LINE`).

Longer ones follow in a `field` line, which has none.
"""


def print_record(record: Record) -> str:
    """The whole record as text."""
    data = to_plain(record)
    said: Said = {"format": data["format"], "version": data["version"], "events": data.get("events")}
    lines = _comment_lines(data, said)
    for part in (_title, _date, _edition, _players, _agents, _viewer, _tags):
        lines += part(data, said)
    last = [*_owners(data, said), *_comment_lines(data, said, "comments_after")]
    if "events" not in data:
        said.pop("events")
    head = [*lines, *_differences(data, said)]
    names = frozenset({*record.names, *record.agents})
    events: list[str] = []
    turns = 0
    for event in data.get("events", ()):
        turns += event["type"] == "turn"
        events += _event(event, turns, names)
    without_events = [] if "events" in data else ["without events"]
    return "\n".join([*head, *without_events, *([""] if events or last else []), *events, *last]) + "\n"


def print_event(event: Event, record: Record, turn: int = 1) -> list[str]:
    """The lines of one event of `record`; `turn` is the number that a turn is given."""
    return _event(to_plain(event), turn, frozenset({*record.names, *record.agents}))


def _differences(actual: Mapping[str, Any], said: Said) -> list[str]:
    """What has to be set or taken away, so that what the lines say becomes what is meant."""
    lines = [
        f"field {_key(name)} {_json(value)}"
        for name, value in actual.items()
        if name not in said or not same(said[name], value)
    ]
    return lines + [f"without {_key(name)}" for name in said if name not in actual]


def _json(value: Any) -> str:
    import json

    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)


def _key(name: str) -> str:
    return name if WORD.fullmatch(name) else quoted(name)


def name_of(name: str) -> str:
    """A name as it is printed: in quotes where it would not be read as itself."""
    bare = WORD.fullmatch(name) and name.casefold() not in RESERVED and name not in CARDS
    return name if bare else quoted(name)


def _known(name: str, names: frozenset[str]) -> str:
    return name_of(name) if name in names else quoted(name)


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return value if WORD.fullmatch(value) and not JSON_SCALAR.fullmatch(value) else quoted(value)
    return _json(value)


def _pairs(data: Mapping[str, Any]) -> str | None:
    """`a=b c=1`; None where a value is no scalar, or all of it would be too long for the grammar."""
    if any(isinstance(value, dict | list) for value in data.values()):
        return None
    text = " ".join(f"{_key(name)}={_scalar(value)}" for name, value in data.items())
    return text if len(text) <= LONGEST else None


def _is_simple(text: Any) -> bool:
    """Whether a text can stand at the end of a line as it is."""
    return (
        isinstance(text, str)
        and bool(text)
        and text == text.strip()
        and text.isprintable()
        and not any(c in text for c in '"#\\')
    )


def _free(text: str) -> str:
    return text if _is_simple(text) and not text.startswith(":") else quoted(text)


def _comment_lines(data: Mapping[str, Any], said: Said, name: str = "comments") -> list[str]:
    comments = data.get(name)
    if not isinstance(comments, list) or not comments or not all(map(_is_comment, comments)):
        return []
    said[name] = comments
    return [f"# {comment}" for comment in comments]


def _is_comment(text: Any) -> bool:
    return isinstance(text, str) and bool(text) and text == text.strip() and text.isprintable()


def _title(data: Mapping[str, Any], said: Said) -> list[str]:
    if "title" not in data:
        return []
    said["title"] = data["title"]
    return [f"title {_free(data['title'])}"]


def _date(data: Mapping[str, Any], said: Said) -> list[str]:
    if data.get("date") is None:
        return []
    said["date"] = data["date"]
    return [f"date {_free(data['date'])}"]


def _edition(data: Mapping[str, Any], said: Said) -> list[str]:
    value = data["edition"]
    if isinstance(value, str):
        said["edition"] = value
        return [f"edition {_key(value)}"]
    rest = {name: inner for name, inner in value.items() if name != "base"}
    named = isinstance(value.get("base"), str) and rest and next(iter(value)) == "base"
    text = _pairs(rest if named else value)
    if text is None or not value:  # the parser needs something that it can check before the field follows
        said["edition"] = None
        base = value.get("base")
        return [f"edition {_key(base) if isinstance(base, str) else 'ravensburger'}"]
    said["edition"] = value
    return [f"edition {_key(value['base'])} {text}" if named else f"edition {text}"]


def _players(data: Mapping[str, Any], said: Said) -> list[str]:
    meant, parts = [], []
    for player in data["players"]:
        text = name_of(player["name"])
        tags = _pairs(player["tags"]) if "tags" in player else None
        meant.append({"name": player["name"], **({} if tags is None else {"tags": player["tags"]})})
        parts.append(text if tags is None else f"{text} ({tags})")
    said["players"] = meant
    return [f"players {', '.join(parts)}"]


def _agents(data: Mapping[str, Any], said: Said) -> list[str]:
    said["agents"] = data["agents"]
    return [f"agents {', '.join(map(name_of, data['agents']))}"]


def _viewer(data: Mapping[str, Any], said: Said) -> list[str]:
    viewer = data.get("viewer")
    if not viewer:
        return []
    said["viewer"] = {name: viewer[name] for name in ("player", "agent") if viewer.get(name) is not None}
    return ["viewer " + " ".join(quoted_unless(name, data) for name in said["viewer"].values())]


def quoted_unless(name: str, data: Mapping[str, Any]) -> str:
    """The name bare where the head of `data` has it, else in quotes, so that it is taken as it stands."""
    known = name in data["agents"] or any(player["name"] == name for player in data["players"])
    return name_of(name) if known else quoted(name)


def _tags(data: Mapping[str, Any], said: Said) -> list[str]:
    text = _pairs(data["tags"]) if "tags" in data else None
    if text is None:
        return []
    said["tags"] = data["tags"]
    return [f"tags {text}".rstrip()]


def _owners(data: Mapping[str, Any], said: Said) -> list[str]:
    owners = data.get("owners")
    if owners is None:
        return []
    said["owners"] = owners
    pairs = (f"{quoted_unless(a, data)}={quoted_unless(b, data)}" for a, b in owners.items())
    return [f"owners {', '.join(pairs)}".rstrip()]


def _event(event: Mapping[str, Any], turn: int, names: frozenset[str]) -> list[str]:
    """The lines of one event."""
    said: Said = {"type": event["type"]}
    before = _comment_lines(event, said)
    line, details = _PRINTERS[event["type"]](event, said, names)
    if event["type"] == "turn":
        line = f"{turn} {line}"
    comment = event.get("comment")
    if _is_comment(comment):
        said["comment"] = comment
        line += f"  # {comment}"
    return [*before, line, *(f"  {detail}" for detail in [*details, *_differences(event, said)])]


def _turn(event: Mapping[str, Any], said: Said, names: frozenset[str]) -> tuple[str, list[str]]:
    moves = event.get("moves", {})
    said |= {"player": event["player"], "moves": moves, "safe": event.get("safe")}
    die = event.get("die")
    if die is not None:
        said["die"] = die
    steps = ", ".join(f"{_known(name, names)} {n}" for name, n in moves.items()) or "-"
    safe = "" if event.get("safe") is None else f" > {building_name(event['safe'])}"
    line = f"{_known(event['player'], names)} {'?' if die is None else die}: {steps}{safe}"
    details = [*_card_lines(event, said, names)]
    scores, positions = event.get("scores"), event.get("positions")
    if scores is not None:
        said["scores"] = scores
        details.append(f"= {_numbers(scores, names, str)}".rstrip())
    if positions is not None:
        said["positions"] = positions
        details.append(f"@ {_numbers(positions, names, building_name)}".rstrip())
    return line, details


def _numbers(data: Mapping[str, int], names: frozenset[str], show: Any) -> str:
    return ", ".join(f"{_known(name, names)} {show(n)}" for name, n in data.items())


def _card_lines(event: Mapping[str, Any], said: Said, names: frozenset[str]) -> Iterable[str]:
    cards = event.get("cards")
    if cards is not None:
        shown = [_card(play, names) for play in cards]
        said["cards"] = [meant for _, meant in shown]
        yield f"cards {'; '.join(text for text, _ in shown)}".rstrip()
    drew = event.get("drew")
    if drew is not None:
        said["drew"] = drew
        yield f"drew {_yes_no(drew) if isinstance(drew, bool) else drew if drew in CARDS else quoted(drew)}"
    if event.get("scored") is not None:
        said["scored"] = event["scored"]
        yield f"scored {_yes_no(event['scored'])}"


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


def _card(play: Mapping[str, Any], names: frozenset[str]) -> tuple[str, Said]:
    """One entry of a card round, and what reading it gives."""
    player, card = play["player"], play.get("card")
    who = _known(player, names)
    if card is None:
        return f"{who} pass", {"player": player, "card": None}
    agents: Sequence[str] = play.get("agents", ())
    number = play.get("number")
    needs_number = card in CARDS and CARDS[card].needs_number
    meant: Said = {"player": player, "card": card, "agents": list(agents)}
    if number is not None or not needs_number:
        meant["number"] = number or 0
    words = [who, card if card in CARDS else quoted(card)]
    if card == TWO_AGENT_CARDS and play.get("effect"):
        meant["effect"] = play["effect"]
        words.append(play["effect"])
    words.append(", ".join(_known(agent, names) for agent in agents))
    if "effect" in meant and play.get("other") is not None:
        meant["other"] = play["other"]
        words.append(f"with {_known(play['other'], names)}")
    if number is not None and (number or needs_number):
        words.append(f"> {building_name(number)}" if card == "safe-anywhere" else f"{number:+d}")
    return " ".join(filter(None, words)), meant


def _clue(event: Mapping[str, Any], said: Said, names: frozenset[str]) -> tuple[str, list[str]]:
    kind = event["kind"]
    said["kind"] = kind
    for name in CLUE_NEEDS[kind]:
        said[name] = event[name]
    if kind == "either":
        pairs = ", ".join(f"{_known(a, names)}={_known(b, names)}" for a, b in event["pairs"])
        line = f"clue either {pairs}"
    elif kind in ("extra", "not-extra"):
        line = f"clue {kind} {_known(event['agent'], names)}"
    else:
        agents = event["agents"] if kind == "one-of" else [event["agent"]]
        line = f"clue {_known(event['player'], names)} {kind} {', '.join(_known(a, names) for a in agents)}"
    if "trust" in event:
        percent = Decimal(repr(event["trust"])) * 100
        said["trust"] = int(event["trust"]) if event["trust"] in (0, 1) else event["trust"]
        line += f" {percent.normalize():f}%"
    if event.get("source") is not None and len(quoted(event["source"])) <= LONGEST:
        said["source"] = event["source"]
        line += f" {quoted(event['source'])}"
    return line, []


def _dossier(event: Mapping[str, Any], said: Said, names: frozenset[str]) -> tuple[str, list[str]]:
    said |= {"player": event["player"], "marks": event["marks"]}
    marks = " ".join(
        f"{_known(agent, names)}={'-' if player is None else _known(player, names)}"
        for agent, player in event["marks"].items()
    )
    return f"dossier {_known(event['player'], names)}: {marks}".rstrip(), []


def _reveal(event: Mapping[str, Any], said: Said, names: frozenset[str]) -> tuple[str, list[str]]:
    said |= {"player": event["player"], "agent": event["agent"]}
    return f"reveal {_known(event['player'], names)} {_known(event['agent'], names)}", []


def _note(event: Mapping[str, Any], said: Said, names: frozenset[str]) -> tuple[str, list[str]]:
    said["text"] = event["text"]
    who = ""
    if event.get("player") is not None:
        said["player"] = event["player"]
        who = f" {_known(event['player'], names)}"
    return f"note{who}: {_free(event['text'])}", []


_PRINTERS = {"turn": _turn, "clue": _clue, "dossier": _dossier, "reveal": _reveal, "note": _note}
