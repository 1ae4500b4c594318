"""sits odds, sits orders draft, bots and sits review, as a player types them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands.home import open_session
from sits_es.game.events import BotSeated, OrdersRevealed
from sits_es.rules.system import Plan
from sits_es.service.bot import BotOrders, file_of
from sits_es.service.odds import CHOOSING, odds
from tests.shared.commands_told import Sits

Rows = Callable[[], list[tuple[Any, ...]]]

#: Fearless launches at once; the laser does not reach.
CAN = "It can for Saganami Island Tactical Simulator and Star Wars hex combat."
PLAN = """game duel
turn 1
player red

ship Fearless
  1  launch port 2 salvoes at Sirius
  3  fire port-laser at Sirius
"""
#: The same salvoes, when Sirius has come near.
LATER = PLAN.replace("  1  launch", "  8  launch")
BLUE = "game duel\nturn 1\nplayer blue\n\nship Sirius\n  1-8  decoy 1 if launched at\n"


@pytest.fixture
def files(begun: Sits) -> Sits:
    """The duel begun, with three order files."""
    for name, text in (("now.orders", PLAN), ("later.orders", LATER), ("blue.orders", BLUE)):
        Path(name).write_text(text, encoding="utf-8")
    return begun


def test_odds_say_what_each_side_has_left_and_what_fails(files: Sits, rows: Rows) -> None:
    before = rows()
    told = files("odds", "duel", "now.orders", "--plays", "40")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0] == "duel 1.1 to the end of turn 1, 40 plays, blue as usual"
    assert " ".join(lines[2].split()) == "5% █ middle 95% ○ mean from 0"
    assert lines[4].split()[:2] == ["hull", "blue"]
    failed = " ".join(line.strip() for line in lines if "1.3:" in line or "port-laser reaches" in line)
    assert failed.startswith('1.3: Fearless: "fire port-laser at Sirius" failed: Sirius is at range')
    assert failed.endswith("In 40 of 40 plays.")
    assert any(line.split()[:5] == ["keep", "course,", "fire", "at", "once"] for line in lines)
    assert all(len(line) <= 80 for line in lines)
    # nothing is recorded
    assert rows() == before


def test_odds_are_the_same_each_time_and_others_with_another_seed(files: Sits) -> None:
    first = files("odds", "duel", "now.orders", "--plays", "40").out
    assert files("odds", "duel", "now.orders", "--plays", "40").out == first
    assert files("odds", "duel", "now.orders", "--plays", "40", "--seed", "other").out != first


def test_two_files_are_compared_on_the_same_dice(files: Sits) -> None:
    told = files("odds", "duel", "now.orders", "later.orders", "--plays", "40", "--json").json
    assert [each["file"] for each in told["files"]] == ["now.orders", "later.orders"]
    compared = told["second_file"]
    assert compared["better"] + compared["level"] + compared["worse"] == 40
    assert compared["better"] > compared["worse"]
    assert told["answers"] == []
    back = files("odds", "duel", "later.orders", "now.orders", "--plays", "40", "--json").json["second_file"]
    assert (back["better"], back["worse"]) == (compared["worse"], compared["better"])
    said = " ".join(files("odds", "duel", "now.orders", "later.orders", "--plays", "40").out.split())
    assert f"On the same dice, later.orders is better in {compared['better']} of 40 plays, level in" in said


def test_a_given_enemy_file_takes_the_place_of_the_usual_plan(files: Sits) -> None:
    told = files("odds", "duel", "now.orders", "--against", "blue.orders", "--plays", "40", "--json").json
    assert told["against"] == ["blue.orders"]
    assert told["answers"] == []
    hull = {each["whose"]: each for each in told["files"][0]["counts"] if each["what"] == "hull"}
    # Sirius shoots at nobody
    assert hull["red"]["low"] == hull["red"]["high"]


def test_the_enemys_answers_are_the_usual_one_and_then_the_worst_first(files: Sits) -> None:
    answers = files("odds", "duel", "now.orders", "--plays", "40", "--json").json["answers"]
    assert answers[0]["plan"] == "keep course, fire at once"
    assert 2 <= len(answers) <= 6
    ahead = [_ahead(each["means"]) for each in answers[1:]]
    assert ahead == sorted(ahead)


def _ahead(means: list[dict[str, str]]) -> float:
    """By how much red is ahead, to the tenths that are printed."""
    names = {each["what"] for each in means}
    of = {(each["what"], each["whose"]): float(each["mean"]) for each in means}
    return round(sum(of[name, "red"] - of[name, "blue"] for name in names) / len(names), 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", "duel", "now.orders", "later.orders", "blue.orders"), "Give one order file, or two to compare.\n"),
        (
            ("odds", "duel", "now.orders", "blue.orders"),
            "blue.orders is blue's, and now.orders is red's. Give the others' orders with --against blue.orders.\n",
        ),
        (
            ("odds", "duel", "now.orders", "--against", "later.orders"),
            "later.orders: red's orders are already in now.orders.\n",
        ),
        (("orders", "draft", "duel", "--as", "green"), "There is no player green. Players: blue, red.\n"),
        (
            ("orders", "draft", "duel", "--as", "red", "--level", "admiral"),
            "Saganami Island Tactical Simulator has no level admiral. Levels: cadet and captain.\n",
        ),
        (("play", "duel", "now.orders", "--bot", "green"), "There is no player green. Players: blue, red.\n"),
        (
            ("play", "duel", "now.orders", "--bot", "red"),
            "red has given orders too. Leave out the file or --bot red.\n",
        ),
        (
            ("new", "duel", "--name", "x", "--as", "red"),
            "--as is for a game against the program. Say how well it plays: --against captain\n",
        ),
        (
            ("new", "duel", "--name", "x", "--against", "admiral"),
            "Saganami Island Tactical Simulator has no level admiral. Levels: cadet and captain.\n",
        ),
        (
            ("new", "duel", "--name", "x", "--against", "captain", "--as", "green"),
            "There is no player green. Players: blue, red.\n",
        ),
        (
            ("new", "pursuit", "--name", "x", "--against", "captain"),
            f"The program can't write orders for SFB 'n3D. {CAN}\n",
        ),
        (
            ("new", "ambush", "--name", "x", "--against", "captain"),
            "Star Wars hex combat has no level captain. Levels: cadet.\n",
        ),
        (("review", "duel"), "duel: nothing between those moments has been played. On record: nothing yet.\n"),
        (("review", "duel", "--as", "green"), "There is no player green. Players: blue, red.\n"),
        (
            ("review", "duel", "--fork", "better"),
            "--fork is for one decision. Say whose and when: --as PLAYER --at MOMENT\n",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(files: Sits, words: tuple[str, ...], said: str) -> None:
    told = files(*words)
    assert told.code == 1
    # warnings about a file stand above
    assert (" ".join(told.err.split()) + "\n").endswith(said)


@pytest.mark.usefixtures("files")
def test_whoever_waits_for_odds_is_told_of_every_play() -> None:
    told: list[tuple[int, int]] = []
    with open_session() as session:
        own = [("now.orders", PLAN)]
        found = odds(session.open_game("duel"), own, [], 20, told=lambda done, whole: told.append((done, whole)))
    # those of the file, those that choose among the enemy's plans, and those of each that is shown
    assert told == [(done, 0) for done in range(told[-1][0] + 1)]
    assert told[-1][0] >= 20 + CHOOSING / 2 + 20 * len(found.answers)


def test_faults_of_all_files_are_told_at_once(files: Sits) -> None:
    Path("bad.orders").write_text(PLAN.replace("launch", "lanch"), encoding="utf-8")
    Path("worse.orders").write_text(BLUE.replace("decoy", "decoi"), encoding="utf-8")
    told = files("odds", "duel", "bad.orders", "--against", "worse.orders")
    assert told.code == 1
    assert "bad.orders:6:6:" in told.err
    assert "worse.orders:6:8:" in told.err


def test_systems_without_plans_give_sums_of_rolls_or_say_no(sits: Sits) -> None:
    assert sits("new", "pursuit", "--name", "chase").code == 0
    orders = "game chase\nturn 1\nplayer red\n\nunit Kestrel\n  impulse 12  fire phasers at Hawk\n"
    Path("kestrel.orders").write_text(orders, encoding="utf-8")
    told = sits("odds", "chase", "kestrel.orders", "--plays", "40").out.splitlines()
    assert told[0] == "chase 1.1 to the end of turn 1, 40 plays, blue without orders"
    assert told[4].split()[:3] == ["fire", "phasers", "red"]
    draft = sits("orders", "draft", "chase", "--as", "red")
    assert draft.err == f"The program can't write orders for SFB 'n3D. {CAN}\n"
    for words in (("review", "chase"), ("replay", "chase", "-o", "chase.html", "--review")):
        assert sits(*words).err == (
            f"The program can't write orders for SFB 'n3D, so there is nothing to compare a game with. {CAN}\n"
        )
    assert not Path("chase.html").exists()
    hints = sits("orders", "new", "chase", "--as", "red", "--hints")
    assert hints.err == f"The program can't write orders for SFB 'n3D, so leave out --hints. {CAN}\n"
    assert sits("new", "beacon", "--name", "six").code == 0
    refused = sits("odds", "six", "kestrel.orders").err
    assert refused == "X-Wing: players throw the dice and enter the results, so there are no odds.\n"


def test_a_draft_is_an_order_file_with_its_reason_that_the_checker_takes(files: Sits) -> None:
    told = files("orders", "draft", "duel", "--as", "blue", "--seed", "word", "-o", "drafted.orders")
    assert (told.code, told.out) == (0, "drafted.orders is written. Edit it, then: sits orders check drafted.orders\n")
    text = Path("drafted.orders").read_text(encoding="utf-8")
    lines = text.splitlines()
    assert lines[0].startswith("# The captain's orders for blue: ")
    again = " ".join(line.removeprefix("# ").strip() for line in lines if line.startswith("#"))
    assert again.endswith("To get the same draft: sits orders draft duel --as blue --level captain --seed word")
    assert all(len(line) <= 78 for line in lines)
    assert files("orders", "check", "drafted.orders").code == 0
    assert files("orders", "draft", "duel", "--as", "blue", "--seed", "word").out == text
    # the file's name is looked at before anything is worked out
    refused = files("orders", "draft", "nowhere", "-o", "drafted.orders")
    assert refused.err == "drafted.orders already exists and is never overwritten. Name another file.\n"
    cadet = files("orders", "draft", "duel", "--as", "blue", "--level", "cadet").out
    assert cadet.startswith("# The cadet's orders for blue: keep course, fire at once.\n")


@pytest.mark.usefixtures("begun")
def test_a_draft_that_orders_nothing_says_how_to_play_to_the_end_of_the_turn() -> None:
    drift = Plan(name="drift", orders={})
    with open_session() as session:
        fold = session.open_game("duel").fold()
        file = file_of(fold, "duel", "red", drift)
        text = BotOrders(game="duel", player="red", level="cadet", plan=drift, file=file, seed="word").text(fold)
    said = " ".join(line.removeprefix("# ").strip() for line in text.splitlines() if line.startswith("#"))
    assert (
        "The plan orders nothing, so only one exchange would be played. To play to the end of the turn: "
        "sits play duel FILE --to 1.break To get" in said
    )


def test_where_no_captain_is_shown_to_be_better_the_cadet_plays(sits: Sits) -> None:
    assert sits("new", "ambush", "--name", "belt", "--against", "cadet", "--as", "red").code == 0
    assert sits("new", "ambush", "--name", "open").code == 0
    assert sits("play", "open", "--to", "1.initiative").code == 0
    drafts = [sits("orders", "draft", "open", "--as", player).out for player in ("blue", "red")]
    assert sum("The cadet's orders for " in each for each in drafts) == 1
    assert sits("play", "open", "--bot", "blue", "--bot", "red").code == 0
    assert sits("show", "open").out.count("The game is over: ") == 1


def blue_lines(game: str) -> list[tuple[str, ...]]:
    """What blue ordered, exchange by exchange."""
    with open_session() as session:
        facts = session.open_game(game).facts()
    return [fact.lines for fact in facts if isinstance(fact, OrdersRevealed) and fact.player == "blue"]


def test_a_bot_gives_orders_exchange_by_exchange_and_the_record_is_sound(files: Sits) -> None:
    told = files("play", "duel", "now.orders", "--bot", "blue", "--to", "1.8")
    assert told.code == 0
    assert files("show", "duel", "--json").json["at"] == "1.break"
    drafted = files("orders", "draft", "duel", "--as", "blue").out.splitlines()
    assert drafted[:2] == ["# The captain's orders for blue: mend what can be mended.", "# This is the only plan now."]
    assert len(blue_lines("duel")) == 8
    assert any(blue_lines("duel"))
    assert files("audit", "verify", "duel").code == 0


def test_a_game_against_the_captain_asks_only_its_people_for_orders(sits: Sits) -> None:
    told = sits("new", "duel", "--name", "tonight", "--against", "captain", "--as", "red")
    assert told.out == (
        "tonight is set up: A duel of cruisers. Players: blue (Blue), red (Red).\n"
        "tonight: red owes orders for 1.1.\n"
        "The captain gives blue's orders, exchange by exchange; no file is needed.\n"
        "  sits orders new tonight --as red -o tonight-red.orders\n"
        "  sits play tonight tonight-red.orders\n"
    )
    Path("tonight.orders").write_text(PLAN.replace("game duel", "game tonight"), encoding="utf-8")
    played = sits("play", "tonight", "tonight.orders", "--to", "1.break")
    assert played.code == 0
    assert "red owes orders." in " ".join(played.out.split())
    with open_session() as session:
        facts = session.open_game("tonight").facts()
    assert [fact for fact in facts if isinstance(fact, BotSeated)] == [BotSeated(player="blue", level="captain")]
    assert "The captain gives blue's orders." in sits("audit", "list", "tonight").out
    assert sits("audit", "verify", "tonight").code == 0
    assert sits("games", "--json").json[0]["owed"] == [{"player": "red", "what": "orders"}]


def test_in_a_what_if_of_such_a_game_the_captain_does_what_it_did(sits: Sits) -> None:
    assert sits("new", "duel", "--name", "tonight", "--against", "cadet", "--as", "red").code == 0
    text = PLAN.replace("game duel", "game tonight")
    Path("tonight.orders").write_text(text, encoding="utf-8")
    assert sits("play", "tonight", "tonight.orders", "--to", "1.8").code == 0
    assert sits("fork", "tonight", "--at", "1.1", "--name", "what-if").code == 0
    assert sits("play", "what-if", "tonight.orders", "--to", "1.8").code == 0
    assert blue_lines("what-if") == blue_lines("tonight")
    alone = sits("play", "what-if", "--drift", "red")
    assert alone.err.endswith(
        "or --drift blue to let blue's units drift, or --bot blue to have the program play them.\n"
    )
    assert any(blue_lines("tonight"))


def test_hints_say_what_single_orders_are_worth(begun: Sits) -> None:
    text = begun("orders", "new", "duel", "--as", "red", "--hints").out
    assert begun("orders", "new", "duel", "--as", "red").out in text
    hints = text.split("# The worth of each order alone")[1].splitlines()
    assert any("launch port" in line and " to " in line for line in hints)
    assert all(len(line) <= 78 and (not line or line.startswith("#")) for line in hints[1:])


def test_a_review_names_what_was_better_and_what_the_dice_did(sits: Sits) -> None:
    """In the second turn of the bundled duel red could have come closer."""
    assert sits("demo").code == 0
    (decision,) = sits("review", "duel", "--as", "red", "--at", "2.1", "--json").json["decisions"]
    assert (decision["at"], decision["player"]) == ("2.1", "red")
    assert float(decision["better"]["gain"]) > 2 * float(decision["better"]["error"]) > 0
    assert round(float(decision["came_to"]) - float(decision["on_average"]) - float(decision["luck"]), 1) in (
        -0.1,
        0,
        0.1,
    )
    told = sits("review", "duel", "--as", "red", "--at", "2.4", "--fork", "better")
    assert told.code == 0
    assert "Play a better plan" not in told.out
    lines = told.out.splitlines()
    assert lines[0].startswith("duel: what could have been better, in points (the mean of points, hull, tubes")
    assert " ".join(lines[-2:]).endswith(
        "The better plan is played in better. See: sits diff duel better; sits watch better"
    )
    # there Sirius did not survive it
    assert sits("show", "better", "--json").json["ended"].startswith("Only red has ships left.")
    assert sits("audit", "verify", "better").code == 0
