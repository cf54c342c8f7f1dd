"""What the benchmarks of the dashboard share: a server, a browser, a device, and the times a page notes itself."""

from __future__ import annotations

import base64
import os
import shutil
import statistics
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

ROOT = Path(__file__).parents[1]
for room in ("browser", "review"):
    sys.path.insert(0, str(ROOT / "tests" / room))
from conftest import CHROMIUM_ARGUMENTS, DESKTOP, PHONE, Server, device  # noqa: E402, the path comes first

FAST_4G: Mapping[str, float] = {
    "offline": False, "latency": 60, "downloadThroughput": 9e6 / 8, "uploadThroughput": 1.5e6 / 8,
}  # fmt: skip
"""A telephone network of 9 Mbit/s down, 1.5 up, and 60 ms for every answer."""


@dataclass(frozen=True, eq=False)
class Device:
    """A device of Playwright's, its processor slowed down, its network as given or the machine's own."""

    name: str
    label: str
    slower: int = 1
    network: Mapping[str, float] | None = None


LAPTOP = Device(DESKTOP, "desktop 1280 x 800")
SLOW_PHONE = Device(PHONE, "Pixel 7, processor slowed 4 times", 4)
PHONE_OUTSIDE = Device(PHONE, "the same on 4G (9 Mbit/s, 60 ms)", 4, FAST_4G)


@dataclass
class Traffic:
    """Bytes that a page was sent."""

    files: int = 0
    socket: int = 0
    messages: int = 0

    def __post_init__(self) -> None:
        # The tools tell a message's size before compression; this is how the server's library compresses.
        self._deflate = zlib.compressobj(wbits=-12, memLevel=5)

    def watch(self, tools: CDPSession) -> None:
        """Counts from now on what goes over the line."""
        tools.send("Network.enable")
        tools.on("Network.loadingFinished", self._file)
        tools.on("Network.webSocketFrameReceived", self._frame)

    def _file(self, event: Mapping[str, Any]) -> None:
        self.files += int(event["encodedDataLength"])

    def _frame(self, event: Mapping[str, Any]) -> None:
        message = base64.b64decode(event["response"]["payloadData"])
        packed = self._deflate.compress(message) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
        self.messages += len(message)
        self.socket += len(packed)


@contextmanager
def served() -> Iterator[tuple[Server, Path]]:
    """A server of the app with a folder of games of its own."""
    folder = Path(mkdtemp())
    server = Server(ROOT / "app.py", {"HEIMLICH_DATA": str(folder)}, folder / "log.txt")
    server.start()
    try:
        yield server, folder
    finally:
        server.stop()


@contextmanager
def screen(which: Device) -> Iterator[tuple[Page, CDPSession]]:
    """An empty page on a device, with its developer tools."""
    with sync_playwright() as driver:
        path = shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=path, args=list(CHROMIUM_ARGUMENTS))
        context = browser.new_context(**device(driver, which.name))
        page = context.new_page()
        tools = context.new_cdp_session(page)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": which.slower})
        if which.network is not None:
            tools.send("Network.enable")
            tools.send("Network.emulateNetworkConditions", dict(which.network))
        yield page, tools
        browser.close()


def processor_seconds(server: Server) -> float:
    """What the server's process has used of the processor so far."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(server: Server) -> float:
    """Megabytes of memory that the server holds."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def load() -> str:
    """How busy the machine is, to stand beside every time."""
    one, five, _fifteen = os.getloadavg()
    return f"load {one:.1f}, {five:.1f} on {os.cpu_count()} cores"


def told(milliseconds: list[float]) -> str:
    """Median, and the ninth tenth."""
    most = sorted(milliseconds)[int(0.9 * len(milliseconds))]
    return f"median {statistics.median(milliseconds):.0f} ms, nine of ten within {most:.0f} ms"
