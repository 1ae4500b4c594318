"""Where the program begins."""

from __future__ import annotations

import atexit
import gc

#: So many new objects are made before the interpreter looks for garbage among them: what is imported stays to the end,
#: and looking through it all the time is an eighth of a short command.
YOUNG = 200_000


def run() -> None:
    """Start the program: `sits`."""
    gc.set_threshold(YOUNG)
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
