"""What `--json` prints has the shape that its page tells, in games that have been begun, played, forked and ended."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from commands.main import app
from sits_es.post import agreement
from sits_es.post.log.packets import Deadline, Without
from sits_es.rules import system_names
from sits_es.rules.moments import Moment
from sits_es.rules.sits.cards.samples import sample_files
from tests.commands.parts_elsewhere import BY_MACHINE, NOT_HERE
from tests.shared.commands_told import Told, run
from tests.shared.duels import BLUE, CHANGED, RED, SCENARIO, of_three
from tests.shared.played_demos import played_folder
from tests.shared.postal import Table
from tests.shared.rows import each_row
from tests.shared.shapes import hidden_json, parts, seen, shapes, unlike

#: Sums have shapes and tests of their own.
SHAPES = {name: shape for name, shape in shapes().items() if name.split()[0] != "calc"}

#: By shape: what is typed, without --json.
TYPED: dict[str, tuple[tuple[str, ...], ...]] = {
    "games": (("games",),),
    "show": (
        *(("show", name) for name in ("squadron", "duel", "what-if", "fresh")),
        ("show", "squadron", "--at", "3.4"),
        ("show", "duel", "--at", "#0"),
        ("show", "cards"),
    ),
    "show sfb": (("show", "pursuit"), ("show", "system"), ("show", "pursuit", "--at", "1.9")),
    "show starwars": (("show", "ambush"), ("show", "ambush", "--at", "1.2-spend"), ("show", "belt")),
    "show xwing": (("show", "beacon"), ("show", "table")),
    "replay": (("replay", "duel"), ("replay", "squadron", "10.1", "10.break")),
    "explain": tuple(("explain", "squadron", str(number)) for number in (0, 3, 20, 150, 700, 1000, 1656, 1657, 2500)),
    "rules": (("rules",), ("rules", "8.5"), ("rules", "Fly", "--rules", "starwars")),
    "tables show": (
        ("tables", "show"),
        ("tables", "show", "duel"),
        ("tables", "show", "own.toml", "--section", "plots"),
    ),
    "card list": (("card", "list"), ("card", "list", "--cards", "mine")),
    "scenario list": (("scenario", "list"), ("scenario", "list", "--rules", "xwing")),
    "scenario show": (
        ("scenario", "show", "duel"),
        ("scenario", "show", "choices.toml"),
        ("scenario", "show", "system"),
        ("scenario", "show", "ambush"),
        ("scenario", "show", "beacon"),
    ),
    "stats luck": (("stats", "squadron", "luck"), ("stats", "fresh", "luck")),
    "stats": (("stats", "squadron"), ("stats", "squadron", "range", "Kestrel", "Heron")),
    "odds": (
        ("odds", "fresh", "next.orders", "--plays", "20"),
        ("odds", "fresh", "next.orders", "warned.orders", "--against", "blue-fresh.orders", "--plays", "20"),
    ),
    "review": (("review", "ambush", "--at", "2.1"), ("review", "ambush", "--at", "2.2")),
    "diff": (
        ("diff", "duel", "what-if"),
        ("diff", "duel", "fresh"),
        ("diff", "duel", "what-if", "--at", "1.5", "--to", "1.6"),
    ),
    "games branches": (("games", "branches", "what-if"),),
    "follow": (("follow", "squadron", "--since", "4483", "--for", "0"),),
    "audit list": (("audit", "list", "duel"), ("audit", "list", "squadron", "Kestrel")),
    "audit verify": (("audit", "verify", "duel"),),
    "audit all": (("audit", "all"),),
    "audit compare": (("audit", "compare", "what-if", "kept.txt"),),
    "audit check": (
        ("audit", "check", "event.tlog-proof"),
        ("audit", "check", "signed.txt", "--policy", "duel.policy"),
    ),
    "mail status": (("mail", "status"),) * 3,
    "mail log": (("mail", "log", "ours"), ("mail", "log", "ours"), ("mail", "log", "ours", "--check")),
    "doctor": (("doctor",),),
    "orders check": (
        ("orders", "check", "next.orders"),
        ("orders", "check", "next.orders"),
        ("orders", "check", "warned.orders"),
        ("orders", "check", "wrong.orders", "missing.orders"),
    ),
    "docs": (("docs",), ("docs", "mail")),
    "orders help": tuple(("orders", "help", "--rules", name) for name in system_names()),
    "keys show": (("keys", "show"),),
    "scenario check": (
        ("scenario", "check", "duel.toml"),
        *((kind, "check", "wrong.toml") for kind in ("scenario", "card", "tables")),
    ),
    "card show sits": (("card", "show", "Sample Heavy Cruiser"),),
    "card show sfb": (("card", "show", "Sample cruiser", "--rules", "sfb"), ("card", "show", "Sample plasma cruiser")),
    "card show starwars": (("card", "show", "Sample corvette"),),
}
#: What is typed in the folders of a game by mail.
BY_MAIL = ("mail status", "mail log")
#: Shapes that a verb shares with another.
LIKE = {"card check": "scenario check", "tables check": "scenario check", "card show": "card show sits"}

#: By game and player: what is entered. At the table all of one side's ships are gone, and so the game is over.
ENTERED = {
    ("belt", "red"): "turn 1\nplayer red\nstarship Kestrel\n  note: the shuttle is aboard\n",
    ("table", "red"): "turn 1\nplayer red\nship Kestrel\n  place at 0,0 facing 0\n",
    ("table", "blue"): "turn 1\nplayer blue\n"
    + "".join(f"ship {ship}\n  remove\n" for ship in ("Gull", "Hawk", "Heron")),
}

#: Files with mistakes, which are told.
WRONG = {"wrong.orders", "wrong.toml"}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """Everything typed, by shape, in a folder with a long game, a fork, one with cards drawn and one just begun."""
    folder = tmp_path_factory.mktemp("json")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("SITS_HOME", "games")
        Path("games").mkdir()
        shutil.copy(played_folder("squadron") / "sits.db", "games/sits.db")
        for name, text in (("red", RED), ("blue", BLUE), ("changed", CHANGED)):
            Path(f"{name}.orders").write_text(text, encoding="utf-8")
        for (game, player), text in ENTERED.items():
            Path(f"{game}-{player}.facts").write_text(f"game {game}\n{text}", encoding="utf-8")
        Path("duel.toml").write_text(SCENARIO, encoding="utf-8")
        Path("own.toml").write_text('[plots.A]\n4 = ["4A"]\n', encoding="utf-8")
        Path("next.orders").write_text(
            "game fresh\nturn 1\nplayer red\nship Fearless\n  1 thrust 2\n", encoding="utf-8"
        )
        Path("wrong.orders").write_text(
            "game fresh\nturn 1\nplayer red\nship Fearless\n  1 trust 2\n", encoding="utf-8"
        )
        Path("warned.orders").write_text(
            "game fresh\nturn 1\nplayer red\nship Fearless\n  1-2 fire starboard-laser at Sirius\n", encoding="utf-8"
        )
        Path("blue-fresh.orders").write_text("game fresh\nturn 1\nplayer blue\nship Sirius\n", encoding="utf-8")
        Path("wrong.toml").write_text("title = 1\n[x]\n", encoding="utf-8")
        Path("choices.toml").write_text(f'{SCENARIO}\n[options]\nplot_ahead = "off"\n', encoding="utf-8")
        Path("mine").mkdir()
        Path("mine/wrong.toml").write_text("title = 1\n", encoding="utf-8")
        card = sample_files()["Sample Destroyer"]
        Path("mine/picket.toml").write_text(card, encoding="utf-8")
        for words in (
            ("new", "duel.toml", "--name", "duel"),
            ("play", "duel", "red.orders", "blue.orders", "--to", "1.break"),
            ("fork", "duel", "--at", "1.3", "--name", "what-if"),
            ("play", "what-if", "changed.orders", "--to", "1.5"),
            ("new", "duel.toml", "--name", "fresh"),
            ("new", "duel.toml", "--name", "cards"),
            ("demo", "--rules", "sfb"),
            ("new", "system", "--name", "system"),
            ("demo", "ambush"),
            ("new", "ambush", "--name", "belt"),
            ("demo", "--rules", "xwing"),
            ("new", "beacon", "--name", "table"),
            *(("record", game, f"{game}-{player}.facts") for game, player in ENTERED),
        ):
            done(run(*words))
        Path("kept.txt").write_text(run("audit", "verify", "duel").out, encoding="utf-8")
        # signed by a key that is known here, and by one that no longer is
        done(run("keys", "new", "anna"))
        Path("signed.txt").write_text(run("audit", "sign", "duel").out, encoding="utf-8")
        anna = f"anna={run('keys', 'show', '--json').json[0]['vkey']}"
        Path("duel.policy").write_text(run("keys", "policy", "duel", anna).out, encoding="utf-8")
        done(run("keys", "new", "ben"))
        Path("event.tlog-proof").write_text(run("audit", "prove", "duel", "7", "--key", "ben").out, encoding="utf-8")
        Path("games/keys/ben.key").unlink()
        found = {
            name: [done(run(*words, "--json"), int(bool(WRONG & {*words}))).json for words in typed]
            for name, typed in TYPED.items()
            if name not in BY_MAIL
        }
        _by_mail(Path("mail"))
        patch.setenv("SITS_HOME", "mail/red")
        done(run("mail", "invite", "duel", "--name", "rematch", "--as", "red", "blue=blue@example.org"))
        done(run("mail", "out"))
        Path("none.orders").write_text("game ours\nturn 1\nplayer red\n", encoding="utf-8")
        done(run("orders", "seal", "none.orders"))
        patch.setenv("SITS_HOME", "mail/blue")
        done(run("mail", "in", "mail/red/out"))
        for name in BY_MAIL:
            found[name] = []
            for home, words in zip(("red", "green", "blue"), TYPED[name], strict=True):
                patch.setenv("SITS_HOME", f"mail/{home}")
                found[name].append(done(run(*words, "--json")).json)
        return found


def _by_mail(folder: Path) -> None:
    """A game of three by mail: one is away, one has resigned, a deadline waits; and an older copy of a folder."""
    Path("three.toml").write_text(of_three(), encoding="utf-8")
    players = ("red", "blue", "green")
    table = Table(folder=folder, scenario="three.toml", players=players, terms={"grace": 1, "hours": 1})
    table.begin()
    table.give("red")
    table.give("green")
    table.carry()
    kept = table.copy("green")
    table.watch.later(hours=3)
    table.gone.add("blue")
    for who in ("red", "green"):
        table.look(who)
    table.decide("red", Without(player="blue", missing="seal"))
    table.watch.later(hours=2)
    table.stir()
    table.carry()
    with table.at("green") as replica:
        agreement.resign(replica)
    table.carry()
    with table.at("red") as replica:
        agreement.propose(replica, Deadline(hours=2, scope="always"))
        agreement.dispute(replica, Moment(1, 1), "The map was misread.")
    table.put_back("green", kept)


def done(told: Told, code: int = 0) -> Told:
    assert told.code == code, told.err
    assert not told.err or ": warning: " in told.err
    return told


def test_the_page_tells_the_shape_of_each() -> None:
    assert SHAPES.keys() == TYPED.keys()


def in_json(command: Any, *path: str) -> Iterator[str]:
    """Every command that prints JSON."""
    if any("--json" in parameter.opts for parameter in command.params):
        yield " ".join(path)
    for name in getattr(command, "commands", ()):
        yield from in_json(command.resolve_command(None, [name])[1], *path, name)


def test_every_command_that_prints_json_is_told_of() -> None:
    told = {name for name in in_json(get_command(app)) if name.split()[0] != "calc"}
    assert len(told) > 20
    assert {LIKE.get(name, name) for name in told} - SHAPES.keys() == set()


@each_row("name", SHAPES)
def test_what_is_printed_has_the_shape_that_the_page_tells(name: str, answers: dict[str, list[Any]]) -> None:
    for words, value in zip(TYPED[name], answers[name], strict=True):
        assert [f"{' '.join(words)}: {fault}" for fault in unlike(SHAPES[name], value)] == []


@each_row("name", SHAPES)
def test_every_part_of_a_shape_is_met_in_one_answer_or_another(name: str, answers: dict[str, list[Any]]) -> None:
    met = {part for value in answers[name] for part in seen(SHAPES[name], value)}
    assert set(parts(SHAPES[name])) - met - BY_MACHINE == NOT_HERE.get(name, set())


@each_row("name", SHAPES)
def test_no_text_hides_a_list_or_an_object(name: str, answers: dict[str, list[Any]]) -> None:
    found = {where for value in answers[name] for where in hidden_json(value)}
    # what a seed signs is JSON itself, and must be there letter for letter; so is what a digest is made of
    assert {where for where in found if not re.search(r"\.hmac\[\d+\]\.message$|^\.state$", where)} == set()


def test_a_game_that_is_only_invited_to_has_the_shape_of_every_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_HOME", str(tmp_path))
    done(run("keys", "new", "anna"))
    invited = ("mail", "invite", "duel", "--name", "duel", "--as", "red", "blue=ben@example.org")
    done(run(*invited, "--address", "anna@example.org"))
    (row,) = found = done(run("games", "--json")).json
    assert list(unlike(SHAPES["games"], found)) == []
    assert (row["name"], row["players"], row["version"]) == ("duel", {}, -1)
    assert {"player": "blue", "what": "an answer to the invitation"} in row["owed"]


@pytest.mark.parametrize(
    ("shape", "over", "going_on"), [("show sfb", 0, 1), ("show starwars", 0, 2), ("show xwing", 1, 0)]
)
def test_once_a_game_is_over_nothing_is_at_hand_in_it(
    shape: str, over: int, going_on: int, answers: dict[str, list[Any]]
) -> None:
    assert answers[shape][over]["ended"] is not None
    assert "now" not in answers[shape][over]
    assert (answers[shape][going_on]["ended"], "now" in answers[shape][going_on]) == (None, True)


def test_a_game_stands_where_the_list_of_games_says_also_when_it_is_over(answers: dict[str, list[Any]]) -> None:
    listed = {row["name"]: row for row in answers["games"][0]}
    asked = [(words, value) for name in SHAPES if name.startswith("show") for words, value in told(name, answers)]
    over = set()
    for (_, name, *at), value in asked:
        if not at:
            row = listed[name]
            assert [row["turn"], row["segment"]] == [value["turn"], value["segment"]]
            assert value["at"] == f"{row['turn']}.{row['step']}"
            over |= {(name, value["at"])} if value["ended"] else set()
    ends = {("squadron", "10.break"), ("pursuit", "2.break"), ("ambush", "3.3-spend"), ("table", "1.2")}
    assert over == ends


def told(shape: str, answers: dict[str, list[Any]]) -> list[tuple[tuple[str, ...], Any]]:
    """What was typed for a shape, with the answers."""
    return list(zip(TYPED[shape], answers[shape], strict=True))


def test_branches_that_do_not_part_have_no_first_difference(answers: dict[str, list[Any]]) -> None:
    parted, apart, _ = answers["diff"]
    assert parted["first_difference"] is not None
    assert apart["first_difference"]["event"] == 0


@each_row(
    ("shape", "value", "faults"),
    [
        ("text", 1, [" is 1, which is not text"]),
        ("number", True, [" is True, which is not number"]),
        ("text?", None, []),
        (["number"], "1", [" is not a list"]),
        (["number"], [1, "2"], ["[1] is '2', which is not number"]),
        ({"a": "text", "b?": "text"}, {"c": 1}, [".c is not told of", ".a is missing"]),
        ({"NAME": ["text"]}, {"x": [1]}, [".x[0] is 1, which is not text"]),
    ],
)
def test_a_value_of_another_shape_is_told_from_it(shape: Any, value: Any, faults: list[str]) -> None:
    assert list(unlike(shape, value)) == faults


def test_json_in_a_text_is_found() -> None:
    assert list(hidden_json({"a": [1, "[1,2]"], "b": "[bold]", "c": "{}"})) == [".a[1]", ".c"]
