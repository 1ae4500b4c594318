"""The system's Firefox, driven over the wire that it brings itself (Marionette), so that it needs no driver."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Final

import pytest
from attrs import Factory, define

PROGRAMS: Final = ("firefox-esr", "firefox")
#: Nothing is loaded from anywhere but files: whatever else is asked for goes to a proxy that is not there.
_PREFERENCES: Final = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
}


@define
class Firefox:
    """A running Firefox. A message is its length, a colon, and JSON."""

    wire: socket.socket
    numbers: Iterator[int] = Factory(count)

    def ask(self, command: str, **parameters: Any) -> Any:
        """What a command of WebDriver gives. Raises RuntimeError where it says that something is wrong."""
        message = json.dumps([0, next(self.numbers), f"WebDriver:{command}", parameters]).encode()
        self.wire.sendall(str(len(message)).encode() + b":" + message)
        _, _, fault, found = self.read()
        if fault is not None:
            raise RuntimeError(f"{fault['error']}: {fault['message']}")
        return found

    def read(self) -> Any:
        """The next message."""
        size = b""
        while not size.endswith(b":"):
            size += self._bytes(1)
        return json.loads(self._bytes(int(size[:-1])))

    def _bytes(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            part = self.wire.recv(size - len(found))
            if not part:
                raise RuntimeError("Firefox has closed its wire")
            found += part
        return found

    def run(self, script: str, *arguments: Any) -> Any:
        """What a function's body returns in the page, promises kept."""
        return self.ask("ExecuteScript", script=script, args=list(arguments), sandbox=None)["value"]

    def open(self, path: Path) -> None:
        """Open a file and wait until its script says that it is ready."""
        self.ask("Navigate", url=path.absolute().as_uri())
        end = monotonic() + 20
        while self.run("return document.documentElement.dataset.ready || ''") != "yes":
            assert monotonic() < end, "the page does not get ready"
            sleep(0.1)


@contextmanager
def firefox() -> Iterator[Firefox]:
    """The system's Firefox. Where there is none the test skips; in CI it fails."""
    program = next((found for name in PROGRAMS if (found := which(name))), None)
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Firefox not found, so no page is opened in it")
    with TemporaryDirectory() as profile, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        told = {**_PREFERENCES, "marionette.port": port}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in told.items())
        Path(profile, "user.js").write_text("\n".join(lines), encoding="utf-8")
        running = subprocess.Popen(
            [program, "--headless", "--marionette", "--no-remote", "--profile", profile],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": profile},
        )
        try:
            with _connected(port) as wire:
                driven = Firefox(wire)
                driven.read()  # it says what it is
                driven.ask("NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": False}})
                yield driven
        finally:
            running.terminate()
            running.wait(20)


def _connected(port: int) -> socket.socket:
    end = monotonic() + 60
    while True:
        try:
            wire = socket.create_connection(("127.0.0.1", port), timeout=30)
        except OSError:
            assert monotonic() < end, "Firefox does not answer"
            sleep(0.2)
        else:
            return wire
