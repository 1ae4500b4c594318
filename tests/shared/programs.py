"""Two programs, each in a folder of its own, driven by their verbs alone: for tests of whole days."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from commands.main import app
from sits_es.mail.sources import read_mails

RED = (
    "game duel\nturn 1\nplayer red\nship Fearless\n  1 thrust 6\n  1 launch port 1 salvo at Sirius\n  3 pivot to A/B\n"
)
BLUE = "game duel\nturn 1\nplayer blue\nship Sirius\n  1-8 decoy 1 if launched at\n  2 thrust 4\n"
ROUNDS = 12


class Table:
    """Two folders and a Maildir."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, mail: str | None = None) -> None:
        """Make the folders. mail: what var/sits.toml says of mail beside the address; the Maildir otherwise."""
        self.folder = folder
        self.box = folder / "box"
        for name in ("cur", "new", "tmp"):
            (self.box / name).mkdir(parents=True)
        for who in ("anna", "ben"):
            (folder / who).mkdir()
            (folder / who / "sits.toml").write_text(
                f'[post]\nname = "{who.title()}"\n'
                f'[mail]\naddress = "{who}@example.org"\n' + (mail or 'inbox = "../box"\noutbox = "../box"\n')
            )
        for side, text in (("red", RED), ("blue", BLUE)):
            (folder / f"{side}.orders").write_text(text)
        self._patch = monkeypatch
        monkeypatch.setenv("COLUMNS", "200")

    def sits(self, who: str, *words: str) -> str:
        self._patch.setenv("SITS_HOME", str(self.folder / who))
        found = CliRunner().invoke(app, list(words))
        assert found.exit_code == 0, found.output
        return found.output

    def refused(self, who: str, *words: str) -> str:
        """What a verb says when it turns something down."""
        self._patch.setenv("SITS_HOME", str(self.folder / who))
        found = CliRunner().invoke(app, list(words))
        assert found.exit_code == 1, found.output
        return found.stderr

    def refused_with(self, who: str, *words: str) -> str:
        """What a verb prints that did not do all it was asked for."""
        self._patch.setenv("SITS_HOME", str(self.folder / who))
        found = CliRunner().invoke(app, list(words))
        assert found.exit_code == 1, found.output
        return found.stdout

    def begin(self, scenario: str = "duel") -> None:
        """Invite, join and take mail in until the game has begun."""
        for who in ("anna", "ben"):
            self.sits(who, "keys", "new", who)
        self.sits("anna", "mail", "invite", scenario, "--name", "duel", "--as", "red", "blue=ben@example.org")
        self.sits("anna", "mail", "in", "--quiet")
        assert "  Answer: sits join duel\n" in self.sits("ben", "mail", "in")
        self.sits("ben", "join", "duel")
        for who in ("ben", "anna", "ben"):
            self.sits(who, "mail", "in", "--quiet")

    def sent(self) -> list[bytes]:
        return [mail.content for mail in read_mails(self.box)]

    def play_a_turn(self) -> None:
        """Seal a whole turn, and take mail in, one after the other, until it is played."""
        self.begin()
        self.sits("anna", "orders", "seal", str(self.folder / "red.orders"), "--to", "1.break")
        self.sits("ben", "orders", "seal", str(self.folder / "blue.orders"), "--to", "1.break")
        for _ in range(ROUNDS):
            for who in ("anna", "ben"):
                self.sits(who, "mail", "in", "--quiet")
