"""Games of any system by mail: each player a folder and a letter box, and a postman who carries letters as he likes."""

from __future__ import annotations

import re
import shutil
from email import message_from_bytes
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from commands.home import open_session
from sits_es.events import Event
from sits_es.game.fold import Fold
from tests.shared.commands_told import Told, run
from tests.systems.plans import Plan, file_of

ADDRESSES: Final = {"red": "anna@example.org", "blue": "ben@example.org", "ump": "uma@example.org"}
GAME: Final = "game"
ROUNDS: Final = 40


class Office:
    """Folders and letter boxes of two players, and of an umpire where there is one.

    slow: a postman who keeps letters for rounds, as chance will have it, and brings some twice; None for one who brings
    each at once.
    """

    def __init__(
        self,
        folder: Path,
        patch: pytest.MonkeyPatch,
        plan: Plan,
        system: str,
        *,
        umpired: bool,
        slow: Random | None = None,
    ) -> None:
        self.folder, self.plan, self.system = folder, plan, system
        self.people = (["ump"] if umpired else []) + ["red", "blue"]
        self._patch, self._slow, self._letters = patch, slow, 0
        self._bag: list[tuple[str, bytes]] = []
        (folder / "scenario.toml").write_text(plan.scenario, encoding="utf-8")
        patch.setenv("COLUMNS", "200")
        for who in self.people:
            for box in ("in", "out"):
                (folder / who / box).mkdir(parents=True)
            said = (
                f'[post]\nname = "{who.title()}"\n[mail]\naddress = "{ADDRESSES[who]}"\ninbox = "in"\noutbox = "out"\n'
            )
            (folder / who / "sits.toml").write_text(said, encoding="utf-8")

    def run(self, who: str, *words: str) -> Told:
        """Run a command in somebody's folder."""
        self._patch.setenv("SITS_HOME", str(self.folder / who))
        return run(*words)

    def sits(self, who: str, *words: str) -> str:
        """The same for one that has to succeed."""
        told = self.run(who, *words)
        assert told.code == 0, (who, words, told)
        return told.out

    def begin(self) -> None:
        """Invite, join, and carry letters until the game has begun everywhere."""
        for who in self.people:
            self.sits(who, "keys", "new", who)
        host, *others = self.people
        places = [f"{who}={ADDRESSES[who]}" for who in others]
        umpire = ["--role", "ump=umpire"] if host == "ump" else []
        scenario = str(self.folder / "scenario.toml")
        invite = ("mail", "invite", scenario, "--rules", self.system, "--name", GAME, "--as", host, *umpire, *places)
        self.sits(host, *invite)
        self.carry()
        for who in others:
            self.sits(who, "join", GAME)
        self.carry()

    def mail(self, who: str) -> None:
        """Take in what lies in somebody's box, and let the postman carry what goes out."""
        self.sits(who, "mail", "in", "--quiet")
        self.sits(who, "mail", "out")
        for letter in sorted((self.folder / who / "out").iterdir()):
            content = letter.read_bytes()
            mail = message_from_bytes(content)
            to = f"{mail['To']}, {mail['Cc'] or ''}"
            self._bag += [(player, content) for player in self.people if ADDRESSES[player] in to]
            letter.unlink()
        bag, self._bag = self._bag, []
        if self._slow is not None:
            self._slow.shuffle(bag)
        for player, content in bag:
            chance = 0.9 if self._slow is None else self._slow.random()
            if chance < 0.6:
                self._bag.append((player, content))
            if chance > 0.5:
                self._letters += 1
                (self.folder / player / "in" / f"{self._letters:04}.eml").write_bytes(content)

    def carry(self) -> None:
        """Carry letters until nobody writes any more."""
        for _ in range(ROUNDS):
            before = self._letters
            for who in self.people:
                self.mail(who)
            if self._letters == before and not self._bag:
                return
        raise AssertionError("the letters do not come to an end")

    def fold(self, who: str) -> Fold:
        """The game as somebody's record has it."""
        self._patch.setenv("SITS_HOME", str(self.folder / who))
        with open_session() as session:
            return session.open_game(GAME).fold()

    def facts(self, who: str) -> list[Event]:
        """Every event on somebody's record."""
        self._patch.setenv("SITS_HOME", str(self.folder / who))
        with open_session() as session:
            return session.open_game(GAME).facts()

    def act(self) -> str:
        """Everybody gives what the plan has next, and letters are carried until it is on all records; its moment."""
        fold = self.fold("red")
        at, entry, owed = fold.system.label(fold.game.moment), self.plan.entry(fold), fold.game.owed
        if entry is not None:
            who, facts = entry
            self.sits(who, "record", GAME, self.write(who, fold, facts))
            self.carry()
            # an umpire signs alone; otherwise everybody does
            for other in self.people[:1] if "ump" in self.people else self.people:
                if other != who:
                    self.sits(other, "agree", GAME)
        elif owed is not None:
            for who in owed.orders_by:
                self.sits(who, "orders", "seal", self.write(who, fold, self.plan.orders(fold, who)), "--to", at)
        self.carry()
        return at

    def write(self, who: str, fold: Fold, orders: str) -> str:
        """Write somebody's file, without the secret: seals have nonces of their own."""
        path = self.folder / f"{who}.orders"
        text = re.sub(r"(?m)^secret .*\n", "", file_of(fold, who, orders, GAME))
        path.write_text(text, encoding="utf-8")
        return str(path)

    def lose(self, who: str) -> None:
        """Somebody's folder is gone but for the key, the settings and the letter boxes."""
        for path in (self.folder / who).iterdir():
            if path.name not in {"keys", "sits.toml", "in", "out"}:
                shutil.rmtree(path) if path.is_dir() else path.unlink()

    def heads(self) -> dict[str, str]:
        """Where everybody's record ends, each proved by an audit."""
        said = {who: self.sits(who, "audit", "verify", GAME) for who in self.people}
        return {who: re.findall(r"Head ([0-9a-f]{64})", each)[0] for who, each in said.items()}

    def json(self, who: str, *words: str) -> Any:
        """What a command says to programs."""
        told = self.run(who, *words, "--json")
        assert told.code == 0, told
        return told.json
