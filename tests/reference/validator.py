"""A second, independent validator of whole games: plain Python, written from the rules, sharing no code.

Parameters come as a plain dict under the names of the rules' table (all of them given), turns as plain dicts:
`{"player", "steps", "die", "safe", "cards": [{"player", "card", "agents", "number"}], "drew", "scored"}`.
It walks agents building by building and keeps one mutable table; the engine computes with immutable tuples.
"""

from __future__ import annotations

from typing import Any

WORTH = {"church": 0, "ruin": -3, **{f"house {n}": n for n in range(1, 11)}}
RING = ["church", *(f"house {n}" for n in range(1, 11)), "ruin"]
DECK = {
    "safe-anywhere": 2, "score-3-3": 2, "back-1-or-2": 2, "plus-minus-1": 2, "two-back": 2, "two-forward": 2,
    "off-the-safe": 2, "to-ruin": 2, "all-to-church": 1, "swap": 1, "join": 1, "ruin-to-church": 2,
    "forward-1-2-3": 2, "to-safe": 2, "two-agent-cards": 1,
}  # fmt: skip


class Refused(Exception):
    """The rules forbid it."""


def require(condition: object, why: str) -> None:
    if not condition:
        raise Refused(why)


class Table:
    """A game in progress."""

    def __init__(self, params: dict[str, Any], players: int, agents: int) -> None:
        self.params = params
        self.players = players
        self.where = ["church"] * agents
        self.marker = [params["start_score"]] * agents
        self.safe = "house 7"
        self.next = 0
        self.turns = 0
        self.over = False
        self.dossier_turn: int | None = None
        self.last_gain = [0] * agents
        self.deck = dict(DECK)
        if players == 7 or params["two_agent_cards"] == "no":
            del self.deck["two-agent-cards"]
        self.hand = [2] * players
        self.stack = sum(self.deck.values()) - 2 * players
        self.came: set[int] = set()

    def snapshot(self) -> dict[str, Any]:
        """What two validators must agree on after a turn."""
        cards = self.params["cards"] == "on"
        return {
            "positions": [RING.index(place) for place in self.where],
            "markers": list(self.marker),
            "safe": RING.index(self.safe),
            "next": self.next,
            "over": self.over,
            "dossier_turn": self.dossier_turn,
            "hands": list(self.hand) if cards else [],
            "stack": self.stack if cards else 0,
        }

    def walk(self, agent: int, steps: int) -> None:
        for _ in range(abs(steps)):
            here = RING.index(self.where[agent])
            if steps > 0:
                self.where[agent] = "church" if here == 11 else RING[here + 1]
            else:
                self.where[agent] = "ruin" if here == 0 else RING[here - 1]

    def take(self, turn: dict[str, Any]) -> None:
        """One turn; the table is of no more use after a refusal."""
        require(not self.over, "the game is over")
        require(0 <= turn["player"] < self.players, "no such seat")
        require(self.params["turn_order"] == "free" or turn["player"] == self.next, "out of turn")
        self.check_roll(turn)
        self.came = set()
        for agent, steps in enumerate(turn["steps"]):
            self.walk(agent, steps)
            if steps and self.where[agent] == self.safe:
                self.came.add(agent)
        if self.params["cards"] == "on":
            self.draw(turn)
            self.card_round(turn)
        else:
            require(not turn.get("cards") and not turn.get("drew"), "no cards here")
        scoring = bool(self.came)
        require(turn.get("scored") in (None, scoring), "scored contradicts")
        self.turns += 1
        self.look_for_dossier()
        if scoring:
            self.score()
            self.look_for_dossier()
            self.move_safe(turn.get("safe"))
        else:
            require(turn.get("safe") is None, "no scoring, no safe")
        self.next = (turn["player"] + 1) % self.players

    def check_roll(self, turn: dict[str, Any]) -> None:
        steps = turn["steps"]
        require(len(steps) == len(self.where), "steps for every agent")
        require(all(n >= 0 for n in steps), "clockwise only")
        special = self.params["die"] == "one-to-three"
        low = [1, 2, 3]
        if self.params["zero_on_1_3"] == "yes":
            low.append(0)
        gives: dict[Any, list[int]] = {n: [n] for n in range(1, 7)}
        if special:
            del gives[1]
            gives["1-3"] = low
        die = turn.get("die")
        if die is None:
            require(any(sum(steps) in sums for sums in gives.values()), "no such roll")
        else:
            require(die in gives and sum(steps) in gives[die], "not this roll")

    def draw(self, turn: dict[str, Any]) -> None:
        who = turn["player"]
        in_ruin = [a for a, n in enumerate(turn["steps"]) if n and self.where[a] == "ruin"]
        may = (in_ruin or sum(turn["steps"]) == 0) and self.hand[who] < 4 and self.stack
        require(turn.get("drew") in (None, bool(may)), "draw")
        if may:
            self.hand[who] += 1
            self.stack -= 1

    def card_round(self, turn: dict[str, Any]) -> None:
        seats = [(turn["player"] + n) % self.players for n in range(self.players)]
        entries = list(turn.get("cards") or [])
        if self.params["card_passes"] == "once":
            for seat in seats:  # every seat once, in order: its cards, then perhaps a pass
                while entries and entries[0]["player"] == seat:
                    entry = entries.pop(0)
                    if not self.card(entry):
                        break
            require(not entries, "out of order")
            return
        silent = 0
        at = 0
        while entries:
            require(silent < self.players, "the round was over")
            if entries[0]["player"] == seats[at]:
                if self.card(entries.pop(0)):
                    silent = 0
                    continue
            else:
                require(entries[0]["player"] in seats, "no such seat")
            silent += 1
            at = (at + 1) % self.players

    def card(self, entry: dict[str, Any]) -> bool:
        """One entry: True for a card, False for a pass."""
        who, name = entry["player"], entry["card"]
        agents, number = list(entry.get("agents") or []), entry.get("number", 0)
        if name is None:
            require(not agents and not number, "a pass has no content")
            return False
        require(name in DECK and self.deck.get(name), "no such card left")
        require(self.hand[who], "no card in hand")
        require(all(0 <= a < len(self.where) for a in agents), "no such agent")
        require(len(agents) == len(set(agents)), "different agents")
        before = list(self.where)
        self.effect(name, agents, number)
        self.deck[name] -= 1
        self.hand[who] -= 1
        for agent, place in enumerate(self.where):
            if place != before[agent]:
                self.came.discard(agent)
                if place == self.safe:
                    self.came.add(agent)
        return True

    def effect(self, name: str, agents: list[int], number: int) -> None:
        takes = {"safe-anywhere": (0,), "all-to-church": (0,), "ruin-to-church": (1, 2), "score-3-3": (2,),
                 "two-back": (2,), "two-forward": (2,), "swap": (2,), "join": (2,),
                 "two-agent-cards": (0, 1, 2)}.get(name, (1,))  # fmt: skip
        require(len(agents) in takes, "how many agents")
        numbers = {"safe-anywhere": range(12), "back-1-or-2": (-1, -2), "plus-minus-1": (-1, 1),
                   "off-the-safe": (-1, 1), "forward-1-2-3": (1, 2, 3)}.get(name, (0,))  # fmt: skip
        require(number in numbers, "which number")
        first = agents[0] if agents else -1
        if name == "safe-anywhere":
            require(RING[number] != self.safe, "another building")
            self.safe = RING[number]
            self.came.clear()
        elif name == "score-3-3":
            cap = self.params["start_score"] + (
                40 if self.params["finish"] > 40 else self.params["finish"] - 1
            )
            for agent in agents:
                require(self.marker[agent] < cap, "too far")
                self.marker[agent] = min(cap, self.marker[agent] + 3)
        elif name in ("back-1-or-2", "plus-minus-1", "forward-1-2-3"):
            self.walk(first, number)
        elif name in ("two-back", "two-forward"):
            for agent in agents:
                self.walk(agent, -1 if name == "two-back" else 1)
        elif name == "off-the-safe":
            require(self.where[first] == self.safe, "stands at the safe")
            self.walk(first, number)
        elif name == "all-to-church":
            self.where = ["church"] * len(self.where)
        elif name == "ruin-to-church":
            for agent in agents:
                require(self.where[agent] == "ruin", "in the ruin")
                self.where[agent] = "church"
        elif name in ("swap", "join"):
            there = self.where[agents[1]]
            require(self.where[first] != there, "different buildings")
            if name == "swap":
                self.where[agents[1]] = self.where[first]
            self.where[first] = there
        elif name in ("to-ruin", "to-safe"):
            goal = "ruin" if name == "to-ruin" else self.safe
            require(self.where[first] != goal, "not already there")
            self.where[first] = goal

    def score(self) -> None:
        for agent, place in enumerate(self.where):
            old = self.marker[agent]
            new = old + WORTH[place]
            if self.params["floor"] == 0 and new < self.params["start_score"]:
                new = self.params["start_score"]
            self.marker[agent] = new
            self.last_gain[agent] = new - old
        self.over = any(m - self.params["start_score"] >= self.params["finish"] for m in self.marker)

    def look_for_dossier(self) -> None:
        at = self.params["dossier_at"]
        if at == "off" or self.dossier_turn is not None:
            return
        if self.over or (at != "end" and any(m - self.params["start_score"] >= at for m in self.marker)):
            self.dossier_turn = self.turns

    def move_safe(self, target: int | None) -> None:
        if target is None:
            require(self.over, "the safe must be placed")
            return
        require(0 <= target <= 11, "no such building")
        goal = RING[target]
        if self.over and goal == self.safe:
            return
        rule = self.params["safe_target"]
        require(rule == "any" or goal != self.safe, "it must leave")
        require(rule != "empty" or goal not in self.where, "it must be empty")
        self.safe = goal


def winners(
    table: Table, owners: list[int], dossiers: dict[int, dict[int, int | None]]
) -> tuple[list[int], list[int], list[int]]:
    """Totals by agent, places by agent (1 is best, level ones share), and the agents that win."""
    params, agents = table.params, range(len(table.where))
    totals = list(table.marker)
    if params["dossier_at"] != "off":
        for filler, marks in dossiers.items():
            for agent, named in marks.items():
                truth = owners.index(agent) if agent in owners else None
                if named != truth or truth == filler or (truth is None and params["dossier_extras"] == "no"):
                    continue
                totals[owners[filler]] += params["dossier_pay"]

    def beats(one: int, other: int) -> bool:
        if params["tie_cross"] != "furthest" and params["dossier_at"] == "off" and table.over:
            goal = params["start_score"] + params["finish"]
            across = totals[one] >= goal, totals[other] >= goal
            if across == (True, True) and table.last_gain[one] != table.last_gain[other]:
                return table.last_gain[one] > table.last_gain[other]
        return totals[one] > totals[other]

    places = [1 + sum(beats(other, agent) for other in agents) for agent in agents]
    first = [agent for agent in agents if places[agent] == 1]
    owned = [agent for agent in first if agent in owners]
    if params["extra_wins"] == "extra":
        return totals, places, first
    if owned or params["extra_wins"] == "nobody":
        return totals, places, owned
    best = min(places[agent] for agent in owners)
    return totals, places, [agent for agent in agents if agent in owners and places[agent] == best]
