"""A table that plays Baantjer with real hidden tokens and stacks, in plain Python.

It shares no code with the product: its own bookkeeping of files, stacks and turns is what the engine is held
against, and the events that it writes down are legal by construction. It also knows events that are not.
"""

from __future__ import annotations

import random
from typing import Any

KINDS = ["firearm", "stabbing", "poison", "blunt"]
SIDES = ["left", "right"]
CLUES = ["koninghe", "jochems"]
SPECIAL = ["lowietje", "buitendam"]
DEFAULTS: dict[str, Any] = {
    "game": "full",
    "halves_before_token": False,
    "may_decline": True,
    "thefts_per_visit": 1,
    "closed_places": False,
    "skips_add_up": True,
}


class Table:
    """One game in progress; `events` is the record's list so far."""

    def __init__(self, seed: int, names: list[str], half_seen: float = 0.0, **options: Any) -> None:
        self.rng = random.Random(seed)
        self.given = options
        self.opt = {**DEFAULTS, **options}
        self.half_seen = half_seen
        self.names = names
        places = self.rng.sample(range(1, 13), 12)
        self.own = {name: sorted(places[3 * i : 3 * i + 3]) for i, name in enumerate(names)}
        self.under = dict(zip(range(1, 13), self.rng.sample(KINDS * 3, 12), strict=True))
        self.token: dict[int, str] = {}
        self.cards: dict[int, list[str]] = {place: [] for place in range(1, 13)}
        self.closed: set[int] = set()
        red = [f"{kind}-{side}" for kind in KINDS for side in SIDES] * 4
        self.pile = {"red": red, "green": (CLUES + SPECIAL) * 12}
        for pile in self.pile.values():
            self.rng.shuffle(pile)
        self.unknown = {"red": 32, "green": 48}  # cards of the pile whose order nobody has seen yet
        self.seen_tail: dict[str, list[str | None]] = {"red": [], "green": []}
        self.car: dict[str, int | str] = dict.fromkeys(names, "parking")
        self.skips = dict.fromkeys(names, 0)
        self.turn = 0
        self.winner: str | None = None
        self.events: list[dict[str, Any]] = []
        self.visit: tuple[str, str, int] | None = None  # owner, lander, thefts left
        self.special = False

    # What a careful person knows.

    def owner(self, place: int) -> str | None:
        return next((name for name, own in self.own.items() if place in own), None)

    def wants(self, place: int, card: str) -> bool:
        have = self.cards[place]
        if place in self.closed:
            return False
        if card in CLUES:
            return have.count(card) == 0
        if card in SPECIAL:
            return False
        halves = [c for c in have if "-" in c]
        kind, side = card.split("-")
        if len(halves) == 2 or any(h.endswith(side) for h in halves):
            return False
        if place in self.token:
            return self.token[place] == kind
        return self.opt["halves_before_token"] and all(h.startswith(kind) for h in halves)

    def homes(self, name: str, card: str) -> list[int]:
        return [place for place in self.own[name] if self.wants(place, card)]

    def full(self, place: int) -> bool:
        halves = {c.split("-")[1] for c in self.cards[place] if "-" in c}
        return (
            place not in self.closed
            and place in self.token
            and halves == {"left", "right"}
            and set(CLUES) <= set(self.cards[place])
        )

    def winnings(self, name: str) -> int:
        return len(self.closed & set(self.own[name]))

    # What happens.

    def write(self, **event: Any) -> None:
        self.events.append(event)

    def put_under(self, card: str, known: bool = True) -> None:
        colour = "red" if "-" in card else "green"
        self.pile[colour].append(card)
        self.seen_tail[colour].append(card if known else None)

    def pull(self, colour: str) -> str:
        if self.unknown[colour]:
            self.unknown[colour] -= 1
        else:
            self.seen_tail[colour].pop(0)
        return self.pile[colour].pop(0)

    def draw(self, name: str, colour: str, **extra: Any) -> None:
        if not self.pile[colour]:
            return
        card = self.pull(colour)
        homes = self.homes(name, card)
        if homes and (not self.opt["may_decline"] or self.rng.random() < 0.95):
            home = self.rng.choice(homes)
            self.cards[home].append(card)
            self.write(type=colour, player=name, card=card, to=home, **extra)
        elif colour == "red" and self.rng.random() < self.half_seen:
            others = [kind for kind in KINDS if not card.startswith(kind)]
            self.put_under(card, known=False)
            self.write(type="red", player=name, **{"not": [self.rng.choice(others)]}, to="under", **extra)
        else:
            self.put_under(card)
            self.write(type=colour, player=name, card=card, to="under", **extra)
        if card in SPECIAL:
            self.special = True
            self.act_upon(name)

    def act_upon(self, name: str) -> None:
        """Made-up card texts: the real ones are not public, and nothing may depend on them."""
        effect = self.rng.choice(["nothing", "nothing", "lose", "take", "penalty", "draw", "token"])
        other = self.rng.choice([n for n in self.names if n != name])
        mine = [(p, c) for p in self.own[name] if p not in self.closed for c in self.cards[p]]
        if effect == "lose" and mine:
            place, card = self.rng.choice(mine)
            self.cards[place].remove(card)
            self.put_under(card)
            self.write(type="lost", player=name, file=place, card=card)
        elif effect == "take":
            self.rob(name, other, by="card")
        elif effect == "penalty":
            self.skips[name] += 1
            self.write(type="penalty", player=name)
        elif effect == "draw":
            self.draw(name, self.rng.choice(["red", "green"]), by="card")
        elif effect == "token":
            covered = [p for p in self.own[name] if p not in self.token]
            if covered:
                self.uncover(name, self.rng.choice(covered), by="card")

    def spoils(self, thief: str, victim: str) -> list[tuple[int, str, int]]:
        return [
            (place, card, home)
            for place in self.own[victim]
            if place not in self.closed
            for card in self.cards[place]
            for home in self.homes(thief, card)
        ]

    def rob(self, thief: str, victim: str, **extra: Any) -> bool:
        spoils = self.spoils(thief, victim)
        if not spoils:
            return False
        place, card, home = self.rng.choice(spoils)
        self.cards[place].remove(card)
        self.cards[home].append(card)
        self.write(
            type="taken", player=thief, **{"from": victim}, from_file=place, card=card, to=home, **extra
        )
        return True

    def uncover(self, name: str, place: int, **extra: Any) -> None:
        kind = self.under[place]
        for card in [c for c in self.cards[place] if "-" in c and not c.startswith(kind)]:
            self.cards[place].remove(card)
            self.put_under(card)
        self.token[place] = kind
        self.write(type="token", player=name, place=place, kind=kind, **extra)

    def close_all(self) -> None:
        for name in self.names:
            for place in self.own[name]:
                if self.winner is None and self.full(place):
                    self.closed.add(place)
                    self.car[name] = "parking"
                    if self.opt["skips_add_up"] or not self.skips[name]:
                        self.skips[name] += 1
                    self.write(type="close", player=name, file=place)
                    if self.winnings(name) == (3 if self.opt["game"] == "full" else 2):
                        self.winner = name

    def aim(self, name: str) -> int | str:
        """Where this player drives: mostly to what helps, sometimes anywhere."""
        taken = {on for other, on in self.car.items() if other != name}
        free = [place for place in range(1, 13) if place not in taken]
        if self.rng.random() < 0.25:
            return self.rng.choice([*free, "red", "green", "plain"])
        covered = [p for p in self.own[name] if p in free and p not in self.token]
        if covered and self.rng.random() < 0.5:
            return self.rng.choice(covered)
        return self.rng.choice(["red", "red", "green"])

    def look(self) -> None:
        """A true but partial observation of tokens."""
        place, other = self.rng.sample(range(1, 13), 2)
        kind = self.under[place]
        wrong = self.rng.choice([k for k in KINDS if k != kind])
        match self.rng.randrange(3):
            case 0:
                self.write(type="observe", place=place, **{"not": [wrong]})
            case 1:
                self.write(type="compare", places=[place, other], same=kind == self.under[other])
            case _:
                self.write(type="tally", places=[place, other], kind=kind, at_least=1)

    def play_turn(self, looks: float = 0.0) -> None:
        name = self.names[self.turn % len(self.names)]
        self.turn += 1
        self.visit, self.special = None, False
        if self.skips[name]:
            self.skips[name] -= 1
            self.write(type="skip", player=name)
            return
        on = self.aim(name)
        self.car[name] = on
        self.write(type="land", player=name, on=on)
        if on in ("red", "green"):
            self.draw(name, str(on))
        elif isinstance(on, int):
            self.stop_at(name, on)
        if self.rng.random() < looks:
            self.look()
        self.close_all()

    def stop_at(self, name: str, place: int) -> None:
        owner = self.owner(place)
        if owner is None or (place in self.closed and not self.opt["closed_places"]):
            return
        if owner != name:
            self.visit = (owner, name, self.opt["thefts_per_visit"])
            for _ in range(self.opt["thefts_per_visit"]):
                if self.rng.random() < 0.7 and self.rob(owner, name):
                    self.visit = (owner, name, self.visit[2] - 1)
        elif place in self.token:
            self.draw(name, "green")
        else:
            self.uncover(name, place)

    # What is held against the engine.

    def record(self, **head: Any) -> dict[str, Any]:
        return {
            "format": "baantjer-record",
            "version": 1,
            **head,
            **({"options": self.given} if self.given else {}),
            "players": [{"name": name, "files": self.own[name]} for name in self.names],
            "events": list(self.events),
        }

    def counted(self) -> dict[str, Any]:
        return {
            "tokens": dict(self.token),
            "cards": {place: sorted(cards) for place, cards in self.cards.items() if cards},
            "closed": sorted(self.closed),
            "skips": [self.skips[name] for name in self.names],
            "cars": [self.car[name] for name in self.names],
            "winner": self.winner,
            "head": dict(self.unknown),
            "tail": {colour: list(tail) for colour, tail in self.seen_tail.items()},
            "turns": self.turn,
        }

    def forbidden(self) -> list[tuple[str, dict[str, Any]]]:
        """Events that break a rule right now, between two turns, each with the rule that it breaks."""
        wrong: list[tuple[str, dict[str, Any]]] = []
        up = self.names[self.turn % len(self.names)]
        after = self.names[(self.turn + 1) % len(self.names)]
        wrong.append(("seat order", {"type": "land", "player": after, "on": "plain"}))
        if self.skips[up]:
            wrong.append(("turn to skip", {"type": "land", "player": up, "on": "plain"}))
        else:
            wrong.append(("nothing to skip", {"type": "skip", "player": up}))
            for other in self.names:
                if other != up and isinstance(self.car[other], int):
                    shared = {"type": "land", "player": up, "on": self.car[other]}
                    wrong.append(("cars share no square", shared))
        wrong.append(("no draw without its square", {"type": "red", "player": up, "card": "poison-left"}))
        for place in range(1, 13):
            owner = self.owner(place)
            if owner and not self.full(place):
                wrong.append(("only complete files close", {"type": "close", "player": owner, "file": place}))
        for thief in self.names:
            for victim in self.names:
                open_visit = (
                    self.visit is not None and self.visit[:2] == (thief, victim) and self.visit[2] > 0
                )
                if thief == victim or open_visit:
                    continue
                for place, card, home in self.spoils(thief, victim)[:2]:
                    theft = {"type": "taken", "player": thief, "from": victim, "from_file": place}
                    wrong.append(("theft window only", {**theft, "card": card, "to": home}))
        return wrong


def play(seed: int, players: int, most_turns: int = 600, looks: float = 0.0, **options: Any) -> Table:
    """A whole game, or its first `most_turns` turns."""
    table = Table(seed, ["Anna", "Ben", "Cem", "Dora"][:players], **options)
    while table.winner is None and table.turn < most_turns:
        table.play_turn(looks)
    return table
