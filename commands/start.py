"""Where the program begins."""

from __future__ import annotations

import atexit
import gc


def run() -> None:
    """Start the program: `sits`."""
    # what is imported stays to the end: to look through it for garbage all the time is an eighth of a short command
    gc.set_threshold(200_000)
    # nor does the interpreter look through it when it ends
    atexit.register(gc.freeze)

    from commands.stream import run as begin

    begin(_program)


def _program() -> None:
    # imported once its streams are safe and an interrupt is answered
    from commands.main import app

    app()


if __name__ == "__main__":
    run()
