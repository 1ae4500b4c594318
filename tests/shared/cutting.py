"""A line to a server that breaks: it carries so many steps of the first call and no more; later calls go through.

A step is a line of a command or an answer, or half of what comes in one long piece.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

#: Bytes that pass as lines; more pass in two halves.
SHORT = 1000


class Line:
    """Listens on a port of its own. steps: what the first call carries; lost: what the server still said in it."""

    def __init__(self, port: int, steps: int) -> None:
        self.server_port, self.left = port, steps
        self.cut = False
        self.lost = b""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._calls: list[Thread] = []
        self._answering = Thread(target=self._answer, daemon=True)
        self._answering.start()

    def _answer(self) -> None:
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            call = Thread(target=self._carry, args=(caller,), daemon=True)
            self._calls.append(call)
            call.start()

    def _carry(self, caller: socket.socket) -> None:
        with caller, socket.create_connection(("127.0.0.1", self.server_port)) as called, contextlib.suppress(OSError):
            other = {caller: called, called: caller}
            with selectors.DefaultSelector() as ready:
                for end in other:
                    ready.register(end, selectors.EVENT_READ)
                while True:
                    for key, _ in ready.select():
                        end = next(each for each in other if each is key.fileobj)
                        content = end.recv(1 << 20)
                        if not content:
                            return
                        for step in steps_of(content):
                            if self._breaks():
                                caller.close()
                                self._hear_out(called, step if end is called else b"")
                                return
                            other[end].sendall(step)

    def _breaks(self) -> bool:
        if self.cut or self.left > 0:
            self.left -= 1
            return False
        self.cut = True
        return True

    def _hear_out(self, called: socket.socket, said: bytes) -> None:
        """The server may not have noticed yet, and finishes what it was asked for."""
        self.lost = said
        called.settimeout(0.1)
        with contextlib.suppress(TimeoutError):
            while more := called.recv(1 << 20):
                self.lost += more

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._answering.join(5)
        for call in self._calls:
            call.join(5)


def steps_of(content: bytes) -> list[bytes]:
    if len(content) > SHORT:
        return [content[: len(content) // 2], content[len(content) // 2 :]]
    return content.splitlines(keepends=True)


@contextmanager
def line_to(port: int, steps: int) -> Iterator[Line]:
    """A line to a server on this machine."""
    line = Line(port, steps)
    try:
        yield line
    finally:
        line.close()
