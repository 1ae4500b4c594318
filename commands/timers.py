"""What has a machine take mail in by itself: a timer of systemd for one user, or a line for cron."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Final

from msgspec import Struct

from sits_es.disk import write as write_file

#: Minutes between two looks at the mail.
_EVERY: Final = 15
_NAME: Final = "sits-mail"
_PASSWORDS: Final = "The timer takes passwords from the keyring, since it does not have your shell's environment"


class Timer(Struct, frozen=True):
    """Files that run `sits mail in`. files: text by name; then: how they are switched on, in lines."""

    files: Mapping[str, str]
    then: tuple[str, ...]


def user_units() -> Path:
    """Where systemd looks for what a user wrote."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "systemd/user"


def timer(home: Path, program: Sequence[str]) -> Timer:
    """A service and a timer of systemd. home: the folder of games, from the root; program: words that start it."""
    about = f"[Unit]\nDescription=Letters of the games in {home}\n".replace("%", "%%")
    words = " ".join(_word(each).replace("$", "$$") for each in (*program, "mail", "in", "--quiet"))
    service = f"{about}\n[Service]\nType=oneshot\nEnvironment={_word(f'SITS_HOME={home}')}\nExecStart={words}\n"
    when = f"[Timer]\nOnBootSec=1min\nOnUnitActiveSec={_EVERY}min\n\n[Install]\nWantedBy=timers.target\n"
    return Timer(
        {f"{_NAME}.service": service, f"{_NAME}.timer": f"{about}\n{when}"},
        (
            f"To switch it on: systemctl --user daemon-reload && systemctl --user enable --now {_NAME}.timer",
            "To have it run while you are not logged in: loginctl enable-linger",
            f"{_PASSWORDS}; to give it variables: systemctl --user edit {_NAME}.service",
        ),
    )


def _word(text: str) -> str:
    """A word as systemd reads it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def crontab(home: Path, program: Sequence[str]) -> Timer:
    """A line for cron; what it says of a run that went well is thrown away, or it would be mailed."""
    words = " ".join(quote(each) for each in (*program, "mail", "in", "--quiet"))
    line = f"*/{_EVERY} * * * * SITS_HOME={quote(str(home))} {words} >/dev/null".replace("%", "\\%")
    add = f"(crontab -l 2>/dev/null; cat {quote(str(home / f'{_NAME}.cron'))}) | crontab -"
    return Timer({f"{_NAME}.cron": f"{line}\n"}, (f"To switch it on: {add}", f"{_PASSWORDS}."))


def write(folder: Path, made: Timer) -> tuple[list[str], bool]:
    """Write a timer's files; what became of each, and whether one that says something else is there and stays."""
    said: list[str] = []
    differs = False
    for name, text in made.files.items():
        path = folder / name
        if not path.exists():
            write_file(path, text)
            said.append(f"{path} is written: it takes mail in every {_EVERY} minutes.")
        elif path.read_text(encoding="utf-8", errors="replace") == text:
            said.append(f"{path} already exists and needs no change.")
        else:
            differs = True
            said.append(f"{path} already exists and was not changed. For this folder it should say:\n\n{text}")
    return [*said, *(() if differs else made.then)], differs
