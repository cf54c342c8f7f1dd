"""What happened: the record of a game, in JSON and in text, importers, and its replay.

>>> from assistant.records import loads, replay
>>> record = loads('''
... edition ravensburger
... players Anna, Ben
... agents red, blue, green, grey
... Anna: red 3, blue 2
... Ben 4: r 4 > 9
... ''')
>>> replay(record).state.markers
(7, 2, 0, 0)
"""

from assistant.records.errors import (
    AmbiguousName,
    CheckDisagrees,
    IllegalEvent,
    RecordError,
    RecordSyntaxError,
    UnknownName,
    UnreadableFile,
)
from assistant.records.files import load, loads, save
from assistant.records.json_format import parse_json, print_json
from assistant.records.record import (
    CardEvent,
    ClueEvent,
    DossierEvent,
    Event,
    NoteEvent,
    Player,
    Record,
    RevealEvent,
    TurnEvent,
    Viewer,
)
from assistant.records.replay import Problem, Replay, Step, replay

__all__ = [
    "AmbiguousName", "CardEvent", "CheckDisagrees", "ClueEvent", "DossierEvent", "Event", "IllegalEvent",
    "NoteEvent", "Player", "Problem", "Record", "RecordError", "RecordSyntaxError", "Replay", "RevealEvent",
    "Step", "TurnEvent", "UnknownName", "UnreadableFile", "Viewer", "load", "loads", "parse_json",
    "print_json", "replay", "save",
]  # fmt: skip
