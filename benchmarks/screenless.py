"""A browser without a screen: one session of the dashboard over Streamlit's own websocket protocol.

Twenty Chromium pages would take both cores for themselves; what is to be measured is the server. So a session sends
what a browser would send (the first run, the pad's commits, the fragments that ask every two seconds) and reads all
that it is answered.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

TRIGGERS = "$$STREAMLIT_INTERNAL_KEY_{id}__events"
"""Name under which a browser sends the triggers of the component with this id."""
PATIENCE = 60.0
REPEAT_AFTER, RETRY_AFTER = 2.5, 6.0
"""The pad sends a commit once more that was not answered, and then asks the user to; so does a session here."""


class Screenless:
    """One session: `await open`, then `await commit` for each turn; `problems` holds every error it was sent."""

    def __init__(self, url: str, page: str, **query: str) -> None:
        self.url, self.page, self.query = url, page, urlencode(query)
        self.ids: dict[str, str] = {}
        self.fragments: dict[str, str] = {}
        self.data: dict[str, dict[str, Any]] = {}
        self.problems: list[str] = []
        self.received = self.repeats = 0
        self._hashes: dict[str, ForwardMsg] = {}
        self._page_hash = ""
        self._fresh = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._asking: dict[str, asyncio.Task[None]] = {}

    @property
    def pad(self) -> dict[str, Any]:
        """What the entry pad was last told."""
        return self.data["heimlich_entry_pad"]

    async def open(self) -> None:
        """Connects and waits for the first run to end."""
        address = self.url.replace("http", "ws", 1) + "/_stcore/stream"
        protocol = Subprotocol("streamlit")
        self.socket: ClientConnection = await connect(address, subprotocols=[protocol], max_size=None)
        self._tasks.append(asyncio.create_task(self._listen()))
        await self._ask()
        await self.until(lambda: "heimlich_entry_pad" in self.data)

    async def close(self) -> None:
        """Leaves as a closed tab does."""
        for task in [*self._tasks, *self._asking.values()]:
            task.cancel()
        await self.socket.close()

    async def commit(self, turn: Mapping[str, Any], until: Any) -> float:
        """Commits a turn at the pad; seconds until the answer that fulfils `until` has arrived."""
        began = time.perf_counter()
        answered = asyncio.create_task(self.until(until))
        for wait in (REPEAT_AFTER, RETRY_AFTER - REPEAT_AFTER, PATIENCE):
            await self._ask("heimlich_entry_pad", [{"event": "commit", "value": dict(turn)}])
            await asyncio.wait([answered], timeout=wait)
            if answered.done():
                break
            self.repeats += 1
        await answered
        return time.perf_counter() - began

    async def until(self, condition: Any) -> None:
        """Waits until what was received fulfils the condition."""
        async with self._fresh:
            await asyncio.wait_for(self._fresh.wait_for(condition), PATIENCE)

    async def _ask(self, component: str = "", trigger: Any = None, fragment: str = "") -> None:
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_script_hash = self.query, self._page_hash
        state.page_name = "" if self._page_hash else self.page
        state.fragment_id = fragment or self.fragments.get(component, "")
        state.is_auto_rerun = bool(fragment)
        state.cached_message_hashes.extend(self._hashes)
        state.context_info.url = f"{self.url}/{self.page}"
        state.context_info.locale, state.context_info.timezone = "en-US", "UTC"
        if component:
            widget = state.widget_states.widgets.add()
            widget.id = TRIGGERS.format(id=self.ids[component])
            widget.json_trigger_value = json.dumps(trigger)
        await self.socket.send(message.SerializeToString())

    async def _listen(self) -> None:
        try:
            async for raw in self.socket:
                assert isinstance(raw, bytes)
                self.received += len(raw)
                await self._take(ForwardMsg.FromString(raw))
        except (ConnectionClosed, KeyError) as error:
            self.problems.append(f"{type(error).__name__} {error}")

    async def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "ref_hash":
            message = self._hashes[message.ref_hash]
            kind = message.WhichOneof("type")
        if message.metadata.cacheable:
            self._hashes[message.hash] = message
        if kind == "navigation":
            self._page_hash = message.navigation.page_script_hash
        elif kind == "auto_rerun":
            self._ask_again(message.auto_rerun.fragment_id, message.auto_rerun.interval)
        elif kind == "session_event" or (kind == "delta" and message.delta.new_element.HasField("exception")):
            self.problems.append(str(message))
        elif kind == "delta" and message.delta.new_element.HasField("bidi_component"):
            await self._component(message.delta.new_element.bidi_component, message.delta.fragment_id)

    async def _component(self, component: Any, fragment: str) -> None:
        data = component.json or component.mixed.json
        async with self._fresh:
            self.ids[component.component_name] = component.id
            self.fragments[component.component_name] = fragment
            self.data[component.component_name] = json.loads(data) if data else {}
            self._fresh.notify_all()

    def _ask_again(self, fragment: str, interval: float) -> None:
        async def asking() -> None:
            while True:
                await asyncio.sleep(interval)
                await self._ask(fragment=fragment)

        if fragment not in self._asking:
            self._asking[fragment] = asyncio.create_task(asking())
