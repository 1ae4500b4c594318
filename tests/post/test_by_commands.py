"""Failures played through by the real commands, in a folder each, with every letter read as its readers read it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from datetime import datetime, tzinfo
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from attrs import define
from typer.testing import CliRunner

from commands.main import app
from sits_es.errors import GameError
from sits_es.game.events import GameForked, OrdersDefaulted, PlayersPutOut
from sits_es.post.day import Done
from tests.endurance.fleets import CRUISERS
from tests.readme import ROOT
from tests.shared.commands_named import SPAN, missing
from tests.shared.postal import Table, text_of, thrust
from tests.shared.watch import NOON, Watch

TEXT = (ROOT / "sits_es/docs/ways_out.md").read_text(encoding="utf-8")
LINES = [line.strip("| ").split(" | ") for line in TEXT.splitlines() if line.startswith("| ")]
ROWS = [line for line in LINES if line[0] not in ("What happened", "---")]


def test_the_page_is_read_in_three_minutes() -> None:
    assert len(re.findall(r"\S*\w\S*", TEXT)) <= 600


def test_there_are_five_cases_and_each_begins_with_an_example_of_people() -> None:
    _, *cases = TEXT.split("\n## ")
    assert len(cases) == 5
    for case in cases:
        _, example, table = case.split("\n\n")
        assert re.match("(Anna|Ben|Carla)", example)
        assert table.startswith("| What happened | Command | Who signs | Result |")


def test_each_failure_has_a_command_who_signs_it_and_what_follows() -> None:
    assert len(ROWS) > 12
    assert [row for row in ROWS if len(row) != 4 or not SPAN.findall(row[1])] == []
    assert [command for row in ROWS for command in SPAN.findall(row[1]) if missing(command)] == []


def test_what_all_sign_and_what_more_than_half_sign_is_told_apart() -> None:
    signs = {command.split()[2]: row[2] for row in ROWS for command in SPAN.findall(row[1]) if "propose" in command}
    assert [row[2] for row in ROWS if "--recovery" in row[1]] == ["the recovery key"]
    assert signs.pop("without") == "more than half, after time and grace"
    assert signs.pop("next") == "more than half of the players"
    assert signs.pop("reseat") == "the old key and all others; or all others, at least two, once blue is late"
    assert signs == dict.fromkeys(["absence", "readmit", "rewind", "end"], "all who are in")


#: How long a letter may be, in bytes, that tells nothing of what was played; the first of a game holds its beginning.
MOST = 20_000


@define(kw_only=True, repr=False)
class Folders(Table):
    """A game whose players type commands."""

    def sits(self, who: str, *words: str, given: str = "") -> str:
        """What somebody's command says, or why it is refused; its letters are taken along."""
        ran = CliRunner().invoke(app, words, env={"SITS_HOME": str(self.folder / who)}, input=given)
        if ran.exception is not None and not isinstance(ran.exception, GameError | SystemExit):
            raise ran.exception
        assert ran.exit_code != 2, ran.output
        self.collect(who)
        refused = str(ran.exception) if isinstance(ran.exception, GameError) else ""
        return " ".join(f"{ran.output} {refused}".split())

    def look(self, who: str) -> Done:
        """Somebody takes mail in."""
        self.sits(who, "mail", "in", "--quiet")
        for letter in (self.folder / who / "in").iterdir():
            letter.unlink()
        return Done()

    def sit_back(self, who: str) -> None:
        """Boxes for letters in a folder that was put back."""
        for box in ("in", "out"):
            (self.folder / who / box).mkdir(exist_ok=True)

    def seal(self, *people: str) -> None:
        """These order something for the exchange at hand, and letters are carried."""
        for who in people:
            game, turn, segment = re.findall(r"^([\w-]+): at (\d+)\.(\d+)", self.status(who))[0]
            file = self.folder / f"{who}.orders"
            file.write_text(f"game {game}\nturn {turn}\nplayer {who}\n{thrust(who, segment)}\n", encoding="utf-8")
            assert "are valid" in self.sits(who, "orders", "seal", str(file))
            self.sits(who, "mail", "out")
        self.carry()

    def types(self, who: str, *words: str) -> str:
        """What a command says whose letters are written and carried."""
        said = self.sits(who, *words)
        self.sits(who, "mail", "out")
        self.carry()
        return said

    def status(self, who: str) -> str:
        """What `sits mail status` says, in six lines at most."""
        with self.desk(who) as desk:
            from sits_es.post.status import status_of

            assert len(status_of(desk, desk.game("ours")).in_words().splitlines()) <= 6
        return self.sits(who, "mail", "status", "ours")


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes a game of cruisers that has begun; at the end every letter is looked at."""
    made: list[Folders] = []
    watch = Watch(NOON)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:  # noqa: ARG003 -- as its base has it
            return watch.time

    monkeypatch.setattr("sits_es.service.session.datetime", Clock)

    def make(*players: str, **how: Any) -> Folders:
        scenario = tmp_path / "cruisers.toml"
        scenario.write_text(CRUISERS.scenario(players), encoding="utf-8")
        made.append(Folders(folder=tmp_path, scenario=str(scenario), players=players, watch=watch, **how))
        made[0].begin()
        return made[0]

    yield make
    for each in made[0].sent:
        mail = message_from_bytes(each.content)
        words = text_of(mail).partition("-----BEGIN")[0]
        assert len(str(mail["Subject"])) <= 78
        assert re.match(r"(Nothing to do|You look|[\w-]+ (\d|owes?|and|is|invites)|[\w-]+, )", words), words[:200]
        if "Movement" not in words:
            assert len(words.splitlines()) <= 40
            assert len(each.content) < MOST or "invitation" in mail["Subject"]


def test_a_silent_keeper_is_replaced_by_the_others(folders: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = folders("red", "blue", "green")
    table.seal("red", "blue", "green")
    table.gone.add("red")
    table.seal("blue", "green")
    assert table.status("blue") == (
        "ours: at 1.2 since 2026-01-02 12:00 UTC, kept by red; you play blue "
        "waits for red: orders by 2026-01-09 12:00 UTC"
    )
    table.days(3)
    assert table.status("blue").endswith(
        "red has logged nothing received since 2026-01-02 12:00 UTC. Ask for another keeper: sits propose next ours"
    )
    cost = (
        "You ask for blue as keeper of ours, in place of red. Your request can't be taken back: your program "
        "accepts nothing more from the present keeper."
    )
    assert table.sits("blue", "propose", "next", "ours") == (
        f"{cost} To skip the question: sits propose next ours --yes"
    )
    with monkeypatch.context() as typed:
        typed.setattr("commands.agreement.somebody_is_there", lambda: True)
        said = table.sits("blue", "propose", "next", "ours", given="n\n")
    assert said == f"{cost} Are you sure? [y/N]: n Nothing was signed."
    said = table.types("blue", "propose", "next", "ours", "--yes")
    assert said.startswith("You ask for blue as keeper of ours, in place of red.")
    subject, words = table.letter("blue")
    assert subject == "ours 1.2: request for another keeper from blue"
    assert words == (
        "ours 1.2 waits for another keeper; green and red can ask too. From blue, for your program (sits "
        "mail in): request for another keeper. blue asks for another keeper in place of red. More than half of the "
        "players must ask. To join them: sits propose next ours"
    )
    table.types("green", "propose", "next", "ours", "--yes")
    assert "ours-2: at 1.2 since" in table.status("green")
    assert "kept by blue" in table.status("green")
    assert [fact.keeper for fact in table.facts(GameForked, "green")] == ["blue"]
    assert "blue keeps the log from 1.2 on; the record goes on as ours-2." in table.letter("blue")[1]
    table.gone.clear()
    table.stir("red")
    table.seal("red")
    assert "at 1.3 since" in table.status("red")
    table.check()


def test_a_player_who_seals_nothing_is_away_and_back_by_ordering(folders: Any) -> None:
    table = folders("red", "blue", "green")
    table.gone.add("green")
    table.seal("red", "blue")
    assert table.sits("red", "propose", "without", "ours", "green") == (
        "green has until 2026-01-09 12:00 UTC for ours 1.1, and 48 hours of grace after that. Until then nobody can "
        "go on without green."
    )
    table.days(10)
    assert table.status("red").endswith(
        "waits for green: orders, due since 2026-01-09 12:00 UTC Go on without green: sits propose without ours green"
    )
    table.types("red", "propose", "without", "ours", "green")
    assert (
        "red signed that 1.1 goes on without green's orders. More than half must sign; blue still can. "
        "To agree: sits agree ours" in table.letter("red")[1]
    )
    assert table.types("blue", "agree", "ours").startswith(
        "You sign a decision in ours: 1.1 goes on without green's orders."
    )
    holds = (
        "blue and red signed that 1.1 goes on without green's orders. The decision takes effect at 2026-01-14 12:00 UTC"
    )
    assert f"{holds}, unless what is missing arrives first." in table.status("blue")
    table.days(3)
    assert "green is away" in table.status("blue")
    (drifts,) = table.facts(OrdersDefaulted)
    assert (drifts.player, drifts.lines) == ("green", ())
    table.seal("red", "blue")  # nobody waits any more
    assert "at 1.3 since" in table.status("red")
    table.gone.clear()
    table.stir("green")
    table.carry()
    assert "ours 1.3 goes on without you until you give orders again." in table.sits("green", "show", "ours")
    table.seal("green", "red", "blue")
    assert "green is away" not in table.status("blue")
    table.check()


@pytest.mark.long
def test_what_a_silent_player_has_sealed_is_opened_by_the_others(folders: Any) -> None:
    table = folders("red", "blue", "green")
    table.seal("green")
    table.gone.add("green")
    table.seal("red", "blue")
    assert "waits for green: an opening from the program by 2026-01-09 12:00 UTC" in table.status("red")
    table.days(8)
    assert table.letter("blue")[0] == "ours 1.1: share from blue"
    assert "at 1.2 since" in table.status("red")
    assert not table.facts(OrdersDefaulted)
    table.gone.clear()
    table.stir("green")
    table.carry()
    assert "you play green" in table.status("green")
    table.seal("red", "blue", "green")
    table.check()


def test_without_escrow_a_silent_player_is_out_and_may_be_taken_in_again(folders: Any) -> None:
    table = folders("red", "blue", "green", terms={"escrow": False})
    table.seal("green")
    table.gone.add("green")
    table.seal("red", "blue")
    table.days(10)
    table.types("red", "propose", "without", "ours", "green")
    assert "sits propose without" not in table.status("blue")  # blue is to agree, and to nothing else
    table.types("blue", "agree", "ours")
    table.days(3)
    assert "at 1.2 since" in table.status("red")  # what red and blue had ordered is played as it was
    assert "green is out" in table.status("red")
    assert [(fact.players, fact.by) for fact in table.facts(PlayersPutOut)] == [(("green",), ("blue", "red"))]
    table.gone.clear()
    table.stir("green")
    table.carry()
    refused = table.sits("green", "propose", "readmit", "ours", "green")
    assert refused == "Only blue and red can decide that in ours."
    table.types("red", "propose", "readmit", "ours", "green")
    assert "green takes part again. blue still has to sign. To agree: sits agree ours" in table.letter("red")[1]
    table.types("blue", "agree", "ours")
    assert "is out" not in table.status("green")
    table.seal("red", "blue", "green")
    table.check()


@pytest.mark.long
def test_an_old_copy_asks_before_it_signs_and_says_so(folders: Any) -> None:
    table = folders("red", "blue", "green")
    table.seal("red", "blue", "green")
    kept = table.folder / "kept"
    table.sits("green", "backup", str(kept))
    table.seal("red", "blue", "green")
    said = table.sits("green", "restore", str(kept), "--force")
    assert "Your program asks them and signs nothing until somebody answers" in said
    table.sit_back("green")
    assert "signs nothing until one answers" in table.status("green")
    table.sits("green", "mail", "out")
    assert table.letter("green")[0] == "ours 1.2: log request from green"
    table.carry()
    assert "at 1.3 since" in table.status("green")
    written = len(table.sent)
    table.stir()
    table.carry()
    assert len(table.sent) == written
    table.seal("red", "blue", "green")
    table.check()


@pytest.mark.long
def test_when_the_umpire_is_gone_a_player_keeps_and_nobody_reads(folders: Any) -> None:
    table = folders("red", "blue", neutral="ump", reads=True, spectators=("eye",))
    table.seal("red", "blue")
    assert any("eye" in each.readers and "Movement" in text_of(message_from_bytes(each.content)) for each in table.sent)
    table.gone.add("ump")
    table.seal("red", "blue")
    table.days(3)
    assert "ump has logged nothing received since" in table.status("red")
    table.types("red", "propose", "next", "ours", "--yes")
    assert table.types("blue", "propose", "next", "ours", "--yes").startswith(
        "blue keeps the log of ours-2 now, in place of ump."
    )
    assert "at 1.3 since" in table.status("red")  # what both had ordered is sealed anew
    table.types("red", "propose", "end", "ours", "red", "--words", "Blue concedes")
    assert "blue still has to sign. To agree: sits agree ours-2" in table.letter("red")[1]
    table.types("blue", "agree", "ours")
    assert "ours-2: over: blue and red agreed to end it: Blue concedes" in table.status("red")


@pytest.mark.long
def test_every_way_out_does_what_it_says_or_says_why_not(folders: Any) -> None:
    table = folders("red", "blue", "green")
    table.seal("red", "blue", "green")
    kept = table.folder / "kept"
    table.sits("red", "backup", str(kept))
    key = re.findall(r"Public key (\w+)", table.sits("blue", "keys", "show"))[0]
    (table.folder / "a letter").write_bytes(table.sent[-1].content)
    places = {"FOLDER": str(kept), "FILE": str(table.folder / "a letter"), "HEX": key}
    told = {}
    for command in (span for row in ROWS for span in SPAN.findall(row[1])):
        words = [places.get(word, word) for word in shlex.split(command)[1:]]
        told[command] = table.sits("red", *words, given="0 " * 8)
    assert {command for command, said in told.items() if said.startswith("You sign a decision in ours: ")} == {
        "sits propose reseat ours blue HEX",
        "sits propose absence ours blue +14d",
        "sits propose end ours",
    }
    assert told["sits propose without ours blue"].startswith("blue has until")
    assert told["sits propose readmit ours blue"] == "blue is not out of ours."
    assert told["sits dispute ours 1.3 'Why'"] == "1.3 of ours has not been played."
