"""Every rule system goes through everything that the program does, by the same tests: SITS and those of the tests."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from commands.home import open_session, read_models
from projections.read_models import open_read_models
from sits_es import open_games
from sits_es.dice import DiceRolled
from sits_es.game.events import FactsRecorded, GameForked, OrdersGiven, OrdersRevealed, OrdersSealed, SeedMade
from sits_es.game.fold import Fold
from sits_es.game.state import pack, unpack
from sits_es.orders.frame import read_line, read_sheet
from sits_es.orders.normal import COLUMNS, write_line, write_sheet
from sits_es.rules import system
from sits_es.service.orders import new_orders
from sits_es.service.replay import exchanges_between, facts_of
from tests.shared.commands_told import run
from tests.systems import table
from tests.systems.plans import PLANS, file_of
from tests.systems.table import GAME, Table, act, fold_of, write

#: What a fork writes itself, and what is sealed again in it; the rest is the story.
SEALING = (GameForked, OrdersSealed, OrdersRevealed, SeedMade)
#: So many events of each kind are asked to be explained.
OF_A_KIND = 5

#: Systems whose games are played in README's lane; all of them where long tests run.
QUICK = ("sits", "xwing")


@pytest.fixture(
    scope="module", params=[name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in PLANS]
)
def game(request: pytest.FixtureRequest, examples: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:  # noqa: ARG001
    """A game of each system, played by its plan; tests add branches of their own and change nothing."""
    folder = tmp_path_factory.mktemp(request.param.replace(" ", "-"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(folder / "games"))
        patch.delenv("COLUMNS", raising=False)
        patch.chdir(folder)
        yield table.played(request.param, folder)


def test_whoever_begins_a_game_is_told_what_it_waits_for(game: Table) -> None:
    with open_session() as session:
        first = next(session.open_game(GAME).history.played())
        waits = session.open_game(GAME).fold(first.opened).game.waits
    assert f"\n{GAME}: {waits}.\n" in game.told[0].out
    assert ("sits record game game-red.facts" in game.told[0].out) == waits.startswith("facts can be entered")


def test_every_act_of_the_plan_is_one_exchange_or_entry_of_the_record(game: Table) -> None:
    segments = game.json("replay", GAME)["exchanges"]
    assert tuple(each["at"] for each in segments) == game.moments
    with open_session() as session:
        assert [each.recorded for each in session.open_game(GAME).history.played()] == [
            "record" in each.out or " enters facts at " in each.out for each in game.told[1:]
        ]


def test_a_game_is_shown_as_it_stands_and_as_it_stood(game: Table) -> None:
    fold = fold_of()
    assert game.sits("show", GAME).out.startswith(f"{GAME}: {fold.game.title}. Event #")
    shown = game.json("show", GAME)
    # a game that is over stands at the last that there was
    stands = game.moments[-1] if fold.game.ended is not None else fold.system.label(fold.game.moment)
    assert (shown["at"], shown["system"]) == (stands, game.system)
    for at in dict.fromkeys(game.moments):
        earlier = game.json("show", GAME, "--at", at)
        assert earlier["at"] == at
        stood = game.sits("show", GAME, "--at", at)
        assert f"Event #{earlier['event']}; " in stood.flat
        assert game.json("show", GAME, "--at", f"#{earlier['event']}")["at"] == at


def test_games_are_listed_with_what_they_wait_for(game: Table) -> None:
    (row,) = [row for row in game.json("games") if row["name"] == GAME]
    fold = fold_of()
    assert f"{row['turn']}.{row['step']}" == fold.system.label(fold.game.moment) or fold.game.ended
    owed = fold.game.owed
    assert row["owed"] == [{"player": player, "what": "orders"} for player in (owed.orders_by if owed else ())]
    assert row["outcome"] == fold.game.ended
    doctor = game.sits("doctor").out
    assert (f"  {GAME}: over: {fold.game.ended}" if fold.game.ended else f"  {GAME}: {fold.game.waits}") in doctor


def test_a_replay_tells_every_event_of_the_record(game: Table) -> None:
    with open_session() as session:
        course = session.open_game(GAME).history
        numbers = [number for each in course.played() for number in range(each.first or 0, (each.last or 0) + 1)]
    told = game.sits("replay", GAME, "--step", "--width", "250").out
    assert [number for number in numbers if f"#{number} " not in told] == []
    assert game.sits("replay", GAME).out.strip()
    events = [event["event"] for each in game.json("replay", GAME)["exchanges"] for event in each["events"]]
    assert events == numbers


def test_each_exchange_is_replayed_alone_and_gives_the_same_events_again(game: Table) -> None:
    for at in dict.fromkeys(game.moments):
        stretch_of = game.json("replay", GAME, at)
        assert {each["at"] for each in stretch_of["exchanges"]} == {at}
        assert game.sits("replay", GAME, at).out.strip()
    assert f" {len(game.moments)} exchanges checked: " in game.sits("audit", "verify", GAME).flat


def test_an_audit_finds_every_byte_and_every_rule_kept(game: Table) -> None:
    found = game.json("audit", "verify", GAME)
    assert (found["ok"], found["exchanges"], found["faults"]) == (True, len(game.moments), [])
    assert game.json("audit", "all")["ok"] is True


def test_the_record_is_listed_and_searched(game: Table) -> None:
    with open_session() as session:
        head = session.open_game(GAME).head.version
    rows = game.json("audit", "list", GAME)
    assert [row["version"] for row in rows] == list(range(head + 1))
    assert all(row["sentence"].endswith((".", "?", "!")) for row in rows)
    found = game.json("audit", "list", GAME, game.plan.searched)
    assert found
    words = game.plan.searched.lower().split()
    assert all(word in f"{row['sentence']} {row['name']}".lower() for row in found for word in words)


def test_every_kind_of_event_of_the_game_is_explained(game: Table) -> None:
    with open_session() as session:
        facts, rules = session.open_game(GAME).facts(), session.open_game(GAME).rules
    told = Counter[type]()
    for number, fact in enumerate(facts):
        told[type(fact)] += 1
        if told[type(fact)] > OF_A_KIND:
            continue
        explained = game.json("explain", GAME, str(number))
        assert explained["rule"], explained
        assert all(roll["recomputed"] for roll in explained["rolls"])
        shown = ""
        if isinstance(fact, DiceRolled):
            assert explained["decides"].startswith("#")
            shown = ", ".join(rules.faces_in_words(fact))
            assert f"{shown}." in explained["text"]
        if told[type(fact)] > 1:
            continue
        if shown:
            assert shown in game.sits("explain", GAME, str(number)).flat
        else:
            assert game.sits("explain", GAME, f"#{number}").out.startswith(f"#{number}, {explained['at']}\n")


def test_the_luck_of_dice_is_told(game: Table) -> None:
    with open_session() as session:
        rolled = sum(isinstance(fact, DiceRolled) for fact in session.open_game(GAME).facts())
    assert (rolled > 0) == game.plan.rolls
    assert game.sits("stats", GAME, "luck").out.startswith((f"{GAME}: ", "blue, overall: ", "red, overall: "))


@pytest.mark.usefixtures("game")
def test_what_a_player_writes_is_what_is_sealed_and_read_again() -> None:
    with open_session() as session:
        facts, language = session.open_game(GAME).facts(), session.open_game(GAME).rules.language
    lines = 0
    for fact in facts:
        if isinstance(fact, OrdersRevealed | OrdersGiven | FactsRecorded):
            for line in fact.lines:
                lines += 1
                assert write_line(read_line(line, language, fact.segment), language) == line
    assert lines > 2


def test_an_order_file_in_normal_form_is_read_as_the_same_orders(game: Table) -> None:
    fold = fold_of()
    for player in ("red", "blue"):
        orders = game.plan.orders(fold, player) if fold.game.ended is None else game.plan.otherwise[1]
        sheet = read_sheet(file_of(fold, player, orders), fold.system.language)
        normal = write_sheet(sheet, fold.system.language)
        again = read_sheet(normal, fold.system.language)
        assert [again.at(step) for step in sheet.steps] == [sheet.at(step) for step in sheet.steps]
        assert write_sheet(again, fold.system.language) == normal


@pytest.mark.usefixtures("game")
def test_no_line_of_a_template_is_too_long_for_a_mail() -> None:
    with open_session() as session:
        opened = session.open_game(GAME)
        for version in [opened.head.version, *(each.opened for each in opened.history.played())]:
            then = opened.upto(version)
            for player in then.fold().game.players if then.fold().game.ended is None else ():
                assert not [line for line in new_orders(then, player).splitlines() if len(line) > COLUMNS]


def test_a_template_orders_nothing_and_is_in_order(game: Table) -> None:
    name = f"{game.system}-template"
    game.sits("fork", GAME, "--at", game.moments[1], "--name", name)
    with open_session() as session:
        players = session.open_game(name).fold().game.players
    for player in players:
        file = game.folder / f"{player}.template"
        game.sits("orders", "new", name, "--as", player, "-o", str(file))
        checked = game.sits("orders", "check", str(file))
        assert checked.out.startswith(f"{file}: no mistakes.\n")
        assert read_sheet(file.read_text("utf-8"), system(game.system).language).lines == ()


def test_a_fork_in_which_everybody_does_the_same_is_the_same_story(game: Table) -> None:
    game.sits("fork", GAME, "--at", game.moments[0], "--name", "same")
    for at in dict.fromkeys(game.moments):
        fold = fold_of("same")
        while fold.game.ended is None and fold.system.label(fold.game.moment) == at:
            if game.plan.entry(fold) is None:
                game.sits("play", "same", "--to", at)
            else:
                assert act(game.plan, game.folder, "same").code == 0
            fold = fold_of("same")
    with open_session() as session:
        ours, theirs = (
            [fact for fact in session.open_game(name).facts() if not isinstance(fact, SEALING)]
            for name in (GAME, "same")
        )
    assert theirs == ours[: len(theirs)]
    assert len(theirs) > len(ours) - 3
    assert "hold the same events" in game.sits("diff", GAME, "same").flat
    assert game.json("audit", "verify", "same")["ok"] is True


def test_a_fork_with_other_orders_parts_from_the_game_and_is_sound(game: Table) -> None:
    with open_session() as session:
        before = session.open_game(GAME).facts()
    told = game.sits("fork", GAME, "--at", game.plan.fork_at, "--name", "other").flat
    fold = fold_of("other")
    who, orders = game.plan.otherwise
    file = write(game.folder / "other.orders", file_of(fold, who, orders))
    if fold.game.owed is None:
        assert "sits record other changed.facts" in told
        game.sits("record", "other", file)
    else:
        assert "sits play other changed.orders" in told
        game.sits("play", "other", file, "--to", game.plan.fork_at)
    apart = game.json("diff", GAME, "other")
    assert apart["first_difference"]["event"] > 0
    assert {*game.plan.differs} <= {*apart["units"]}
    assert game.json("audit", "verify", "other")["ok"] is True
    assert game.sits("audit", "verify", "other").code == 0
    assert game.sits("show", "other").out.startswith("other: ")
    with open_session() as session:
        assert session.open_game(GAME).facts() == before
        kept = [fact for fact in session.open_game("other").facts() if isinstance(fact, SeedMade) and fact.kept]
        assert bool(kept) == game.plan.rolls


def test_a_map_is_drawn_where_the_system_has_one(game: Table) -> None:
    file = game.folder / "map.svg"
    told = run("show", GAME, "-o", str(file))
    if game.plan.draws:
        assert told == (0, f"{file}: the map has been drawn.\n", "")
        drawn = file.read_text("utf-8")
        assert drawn.startswith("<svg ")
        assert all(f">{unit}</title>" in drawn for unit in game.plan.differs)
    else:
        assert told == (1, "", "This game's rule system draws no map. Leave out -o.\n")


def test_a_replay_is_what_was_played(game: Table) -> None:
    with open_games(game.folder / "games") as games, open_session() as session:
        run_of = exchanges_between(session.open_game(GAME))
        replayed = games.replay(GAME)
        assert [list(each.facts) for each in replayed] == [facts_of(session.open_game(GAME), each) for each in run_of]
        for earlier, later in pairwise(replayed):
            assert earlier.after == later.before
        assert replayed[-1].after == games.show(GAME).board


@pytest.mark.usefixtures("game")
def test_a_game_rebuilt_from_its_facts_or_from_its_bytes_is_the_game_played() -> None:
    with open_session() as session:
        facts = session.open_game(GAME).facts()
        stands = pack(session.open_game(GAME).fold().game)
    fold = Fold()
    for number, fact in enumerate(facts):
        fold.add(fact)
        packed = pack(fold.game)
        again = Fold(unpack(packed))
        assert pack(again.game) == packed
        if number % 5 == 0:
            assert pack(again.add_all(facts[number + 1 :]).game) == stands
    assert pack(fold.game) == stands


def test_read_models_that_followed_the_game_are_those_made_anew(game: Table) -> None:
    with (
        open_session() as session,
        read_models(session) as kept,
        open_read_models(":memory:", session.store) as made,
    ):
        tables = sorted(name for name in (*made.table_names(), *made.view_names()) if "_fts" not in name)
        assert {"games", "turns", "audit_log"} <= {*tables}
        for name in tables:
            rows = [sorted(json.dumps(row, sort_keys=True) for row in db[name].rows) for db in (kept, made)]
            assert rows[0] == rows[1], (game.system, name)


def test_no_word_of_sits_is_told_of_another_system(game: Table) -> None:
    told = " ".join(each.out for each in game.told)
    told += "".join(game.sits(verb, GAME, *how).out for verb in ("show", "replay") for how in ((), ("-v",), ("-vv",)))
    found = re.findall(r"\b(ship|ships|segment|segments|AVID|salvo|stop if)\b", told)
    assert {*found} - {*game.plan.shares} == set()
    assert bool(found) == bool(game.plan.shares)


def test_what_is_refused_is_refused_in_words_of_the_system(game: Table) -> None:
    unit = system(game.system).language.unit
    fold = fold_of()
    text = f"game {GAME}\nturn {fold.game.moment.turn}\n{unit} Nobody\n"
    told = run("orders", "check", write(game.folder / "nobody.orders", text))
    assert told.code == 1
    assert f"The file does not say whose orders it gives, and no {unit} in it shows whose they are." in told.err


@pytest.mark.usefixtures("examples")
def test_a_fork_goes_on_as_its_parent_only_where_the_same_player_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    game = table.played("slots", tmp_path)
    game.sits("fork", GAME, "--at", "1.2", "--name", "other")
    who, orders = game.plan.otherwise
    file = write(tmp_path / "other.orders", file_of(fold_of("other"), who, orders))
    told = run("play", "other", file, "--to", "1.3")
    # in the game red chose again in 1.3; here red flew on, and it is blue who acts
    assert told.code == 1
    assert told.err.startswith("other: blue's orders for 1.3 are missing.")
    assert "other is at 1.3; blue owes orders." in told.out
    assert run("audit", "verify", "other").code == 0
