"""Letters of games that were played by mail, read by a program that shares no code with this one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest
from attrs import frozen

from sits_es import open_games
from sits_es.game.events import SeedMade
from tests.post import second_reader
from tests.shared.commands_told import Told, run
from tests.shared.duels import BLUE, RED, SCENARIO

READER: Final = Path(second_reader.__file__)
#: Orders of a turn, without the secrets of a hot seat: a game by mail makes its own.
ORDERS: Final = {
    seat: "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("secret"))
    for seat, text in (("red", RED), ("blue", BLUE))
}


@frozen
class Friends:
    """Players who write each other letters, each in a folder of their own. kept: a copy of every letter."""

    folder: Path
    kept: Path
    patch: pytest.MonkeyPatch

    @property
    def seats(self) -> list[str]:
        return sorted(each.name for each in self.folder.iterdir() if each != self.kept)

    def types(self, seat: str, *words: str) -> Told:
        """What one's command answers; none is refused."""
        self.patch.setenv("SITS_HOME", str(self.folder / seat))
        self.patch.chdir(self.folder / seat)
        told = run(*words)
        assert told.code == 0, (words, told)
        return told

    def letters_arrive(self) -> bool:
        """Bring all letters that were written to those whom they name. Whether there were any."""
        found = sorted(self.folder.glob("*/outbox/*.eml"))
        for letter in found:
            number = len(list(self.kept.iterdir()))
            headers = letter.read_text(encoding="utf-8").partition("\n\n")[0]
            for seat in self.seats:
                if seat != letter.parent.parent.name and f"{seat}@example.org" in headers:
                    shutil.copy(letter, self.folder / seat / "inbox" / f"{number:03}.eml")
            letter.rename(self.kept / f"{number:03}.eml")
        return bool(found)

    def plays(self) -> None:
        """Take mail in and carry letters until nobody writes any more."""
        while self.letters_arrive():
            for seat in self.seats:
                self.types(seat, "mail", "in", "--quiet")


@pytest.fixture
def friends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Friends:
    return Friends(tmp_path, tmp_path / "kept", monkeypatch)


def begin(friends: Friends, seats: Sequence[str], *options: str, scenario: str = "duel.toml") -> None:
    """Everybody sits down to a game called duel; the first invites."""
    for seat in seats:
        (friends.folder / seat / "inbox").mkdir(parents=True)
        settings = f'[mail]\naddress = "{seat}@example.org"\ninbox = "inbox"\noutbox = "outbox"\n'
        (friends.folder / seat / "sits.toml").write_text(settings, encoding="utf-8")
        friends.types(seat, "keys", "new", seat)
    friends.kept.mkdir()
    host, *others = seats
    (friends.folder / host / "duel.toml").write_text(SCENARIO, encoding="utf-8")
    invited = [f"{seat}={seat}@example.org" for seat in others]
    friends.types(host, "mail", "invite", scenario, *invited, "--name", "duel", "--as", host, *options)
    friends.types(host, "mail", "out")
    friends.letters_arrive()
    for seat in others:
        friends.types(seat, "mail", "in", "--quiet")
        friends.types(seat, "join", "duel")
        friends.types(seat, "mail", "out")
    friends.plays()


def order(friends: Friends, orders: Mapping[str, str], upto: str) -> None:
    """Everybody seals orders, and letters go to and fro until all of it is played."""
    for seat, text in orders.items():
        (friends.folder / seat / "duel.orders").write_text(text, encoding="utf-8")
        friends.types(seat, "orders", "seal", "duel.orders", "--to", upto)
        friends.types(seat, "mail", "out")
    friends.plays()


def seeds(folder: Path, name: str = "duel") -> Iterator[str]:
    """The seeds on record, each with its exchange."""
    with open_games(folder) as session:
        for fact in session.open_game(session.aliases.resolve(name)).facts():
            if isinstance(fact, SeedMade):
                yield f"{fact.turn}.{fact.segment} {fact.seed}"


def read(kept: Path) -> subprocess.CompletedProcess[str]:
    """What the second reader, a program of its own, makes of letters."""
    words = [sys.executable, "-I", str(READER), str(kept)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_it_is_short_and_imports_nothing_of_ours() -> None:
    text = READER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    assert "import sits_es" not in text
    assert "from sits_es" not in text
    assert "from tests" not in text


def test_letters_of_two_peers_give_the_seeds_on_record(friends: Friends) -> None:
    begin(friends, ["red", "blue"])
    order(friends, ORDERS, "1.2")
    told = read(friends.kept)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines() == list(seeds(friends.folder / "red"))
    assert len(told.stdout.splitlines()) == 2


@pytest.mark.long
def test_letters_of_a_whole_turn_that_is_stopped_give_the_seeds_on_record(friends: Friends) -> None:
    begin(friends, ["red", "blue"])
    stops = ORDERS["blue"] + "  stop if launched at\n"
    order(friends, {**ORDERS, "blue": stops}, "1.8")
    order(friends, ORDERS, "1.break")
    told = read(friends.kept)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines() == list(seeds(friends.folder / "blue"))
    assert len(told.stdout.splitlines()) == 9


@pytest.mark.long
def test_letters_under_an_umpire_give_the_seeds_on_record(friends: Friends) -> None:
    begin(friends, ["gil", "red", "blue"], "--umpire", "gil")
    order(friends, ORDERS, "1.3")
    told = read(friends.kept)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines() == list(seeds(friends.folder / "red"))
    assert len(told.stdout.splitlines()) == 3


@pytest.mark.long
def test_letters_of_a_turn_in_which_each_acts_alone_give_the_seeds_on_record(friends: Friends) -> None:
    begin(friends, ["red", "blue"], scenario="ambush")
    for _ in range(4):
        (owed,) = friends.types("red", "mail", "status", "--json").json[0]["owed"]
        seat = owed["seat"]
        (friends.folder / seat / "duel.orders").unlink(missing_ok=True)
        friends.types(seat, "orders", "new", "duel", "--as", seat, "-o", "duel.orders")
        friends.types(seat, "orders", "seal", "duel.orders")
        friends.types(seat, "mail", "out")
        friends.plays()
    told = read(friends.kept)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines() == list(seeds(friends.folder / "red"))
    assert len(told.stdout.splitlines()) > 3


@pytest.mark.long
def test_letters_in_which_the_keeper_changes_give_the_seeds_on_record(friends: Friends) -> None:
    begin(friends, ["red", "blue"])
    order(friends, ORDERS, "1.2")
    for seat in friends.seats:
        friends.types(seat, "propose", "next", "duel")
        friends.types(seat, "mail", "out")
    friends.plays()
    assert "kept by blue" in friends.types("red", "mail", "status").out
    order(friends, {seat: text.replace("game duel", "game duel-2") for seat, text in ORDERS.items()}, "1.4")
    told = read(friends.kept)
    assert (told.returncode, told.stderr) == (0, "")
    assert len(told.stdout.splitlines()) == 4
    assert told.stdout.splitlines() == list(seeds(friends.folder / "red", "duel-2"))


@pytest.mark.long
def test_a_letter_that_was_changed_is_not_believed(friends: Friends) -> None:
    begin(friends, ["red", "blue"])
    order(friends, ORDERS, "1.1")
    last = max(friends.kept.iterdir())
    changed = re.sub(r"(\nChecksum: )\w", r"\1x", last.read_text(encoding="utf-8"))
    last.write_text(changed, encoding="utf-8")
    told = read(friends.kept)
    assert (told.returncode, told.stderr) == (1, f"{last}: the bundle was changed\n")
