"""A Streamlit server and a Chromium for the tests that drive the app; nothing may leave the machine.

`serve` starts a script and gives its address, `open_page` opens an address on a device. Requests to any other
host are blocked and counted: a test that causes one fails when it ends.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from pads import Pad
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route, sync_playwright

ROOT = Path(__file__).parents[2]
PAD_DEMO = Path("assistant/dashboard/board/demo.py")
CHROMIUM_ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
SERVER_OPTIONS: Mapping[str, str] = {
    "server.address": "127.0.0.1", "server.headless": "true", "browser.gatherUsageStats": "false",
    "server.fileWatcherType": "none",
}  # fmt: skip
START_SECONDS = 60
DESKTOP, SMALL_PHONE, PHONE, TABLET = "desktop", "phone 360", "Pixel 7", "iPad (gen 7)"

Serve = Callable[..., str]
OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """One Streamlit process."""

    script: Path
    env: Mapping[str, str]
    log: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it, also again on the same port, and waits until it is healthy."""
        options = {**SERVER_OPTIONS, "server.port": str(self.port)}
        command = [sys.executable, "-m", "streamlit", "run", str(self.script)]
        command += [f"--{name}={value}" for name, value in options.items()]
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path, **self.env}, stdout=log, stderr=log
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._healthy():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{self.log.read_text(errors='replace')}")
            time.sleep(0.1)

    def _healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Servers by script and environment; each combination is started once a session."""
    running: dict[tuple[str, tuple[tuple[str, str], ...]], Server] = {}

    def server(script: str | Path, env: Mapping[str, str] | None = None) -> Server:
        key = (str(script), tuple(sorted((env or {}).items())))
        if key not in running:
            log = tmp_path_factory.mktemp("server") / "log.txt"
            running[key] = Server(ROOT / script, env or {}, log)
            running[key].start()
        return running[key]

    yield server
    for each in running.values():
        each.stop()


@pytest.fixture(scope="session")
def serve(servers: Callable[..., Server]) -> Serve:
    """`serve(script, env=None) -> url`: the address of a running server for a script of this project."""
    return lambda script, env=None: servers(script, env).url


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the app of one file of tests keeps its games."""
    return tmp_path_factory.mktemp("games")


@pytest.fixture
def url(serve: Serve, folder: Path) -> str:
    """The app's address, its games in `folder`."""
    return serve("app.py", {"HEIMLICH_DATA": str(folder)})


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright_driver: Playwright) -> Iterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("Chromium is not installed")
    browser = playwright_driver.chromium.launch(executable_path=path, args=list(CHROMIUM_ARGUMENTS))
    yield browser
    browser.close()


def device(driver: Playwright, name: str) -> dict[str, Any]:
    """Context options: a desktop of 1280 x 800, a phone of 360 x 800, or one of Playwright's devices."""
    if name == DESKTOP:
        return {"viewport": {"width": 1280, "height": 800}}
    if name == SMALL_PHONE:
        return {"viewport": {"width": 360, "height": 800}, "device_scale_factor": 2, "is_mobile": True,
                "has_touch": True}  # fmt: skip
    return {key: value for key, value in driver.devices[name].items() if key != "default_browser_type"}


@pytest.fixture
def outside_requests() -> list[str]:
    """Addresses on other hosts that pages of this test asked for; they were blocked."""
    return []


@pytest.fixture
def open_page(
    playwright_driver: Playwright, chromium: Browser, outside_requests: list[str]
) -> Iterator[OpenPage]:
    """`open_page(url, device, **context options) -> page`, each in a context of its own.

    When the test ends there must have been no request to another host and no error in a page's script.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def guard(route: Route) -> None:
        if urlsplit(route.request.url).hostname in {"127.0.0.1", "localhost"}:
            route.continue_()
        else:
            outside_requests.append(route.request.url)
            route.abort()

    def page_on(url: str, device_name: str = DESKTOP, **options: Any) -> Page:
        context = chromium.new_context(**{**device(playwright_driver, device_name), **options})
        contexts.append(context)
        context.route(lambda address: address.startswith(("http:", "https:")), guard)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(url)
        return page

    yield page_on
    for context in contexts:
        context.close()
    assert outside_requests == []
    assert errors == []


@pytest.fixture
def open_pad(serve: Serve, open_page: OpenPage) -> Callable[..., Pad]:
    """`open_pad(device, env, **query) -> pad`: the entry pad alone; the query says what is on its board."""

    def pad(device: str = DESKTOP, env: dict[str, str] | None = None, **query: str) -> Pad:
        return Pad(open_page(f"{serve(PAD_DEMO, env)}/?{urlencode(query)}", device))

    return pad
