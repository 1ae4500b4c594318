"""Records whose chain is right and whose facts make no sense: refused where they come from outside, harmless here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands.home import open_session
from sits_es.errors import UnreadableError
from sits_es.service import quarantine
from tests.commands.conftest import write_files
from tests.shared.commands_told import Sits, run
from tests.shared.duels import BLUE, RED
from tests.shared.rows import each_row
from tests.shared.strange_records import (
    POSITION,
    Change,
    Stored,
    at,
    behind,
    bundle,
    called,
    facts_of,
    put,
    rows_of,
    twice,
    with_data,
    without,
)


def exchanged(facts: list[Stored]) -> list[Stored]:
    """Two facts in the wrong order."""
    number = at(facts, "game.OrdersRevealed")
    return [*facts[:number], facts[number + 1], facts[number], *facts[number + 2 :]]


FORKED = {"turn": 1, "segment": 2, "branch": "other", "parent": "nobody", "at_version": 999, "at_digest": "0" * 64}

#: What was found, by the change that brings it: what is said of the first event that makes no sense; and of those that
#: can be folded, and that only the rules tell, which that is.
UNSOUND = {
    "a ship that was never placed": (
        with_data("sits.ShipMoved", ship="Nobody"),
        "ours: event #21 names Nobody, who was never placed; the record up to #20 is sound.",
    ),
    "a start that is missing": (
        without("game.Started"),
        (
            "ours: event #8 does not fit the game; the record up to #7 is sound. Orders are sealed here "
            "although the game has not begun."
        ),
    ),
    "a doubled start": (
        twice("game.Started"),
        "ours: event #7 does not fit the game; the record up to #6 is sound. The game begins twice.",
    ),
    "a doubled creation": (
        twice("game.Created"),
        "ours: event #1 does not fit the game; the record up to #0 is sound. The game is created twice.",
    ),
    "a doubled player": (
        twice("game.PlayerJoined"),
        "ours: event #2 does not fit the game; the record up to #1 is sound. blue joins twice.",
    ),
    "a creation that is missing": (
        without("game.Created"),
        (
            "ours: event #0 does not fit the game; the game cannot be opened. The record does not begin with the "
            "creation of a game."
        ),
    ),
    "an order of another rule system": (
        behind("sfb.HitTaken"),
        (
            "ours: event #53 cannot be read; the record up to #52 is sound. The store holds an event named "
            "sfb.HitTaken/1, which this program does not know. Read the record with the program that wrote "
            "it, or a newer one."
        ),
    ),
    "a fact of another rule system": (
        behind("sfb.UnitFreed", unit="Fearless"),
        (
            "ours: event #53 does not fit the game; the record up to #52 is sound. sfb.UnitFreed/1 is not a fact "
            "of sits."
        ),
    ),
    "a class that there is not": (
        with_data("sits.ShipPlaced", ship_class="Nonesuch"),
        "ours: event #4 names Nonesuch, which is unknown; the record up to #3 is sound.",
    ),
    "a rule system that there is not": (
        with_data("game.Created", system="chess"),
        (
            "ours: event #0 uses rules that are not installed here; the game cannot be opened. There is no rule "
            "system chess. "
            "Installed: sfb, sits, starwars, xwing."
        ),
    ),
    "rules of a later release": (
        with_data("game.Created", version=2),
        (
            "ours: event #0 uses rules that are not installed here; the game cannot be opened. The game uses "
            "version 2 of the sits rules; this program has them only up to version 1. Install a newer release."
        ),
    ),
    "tables that are none": (
        with_data("game.Created", tables={}),
        (
            "ours: event #0 does not fit the game; the game cannot be opened. Rule tables: rate_of_closure is "
            "missing. The tables must have "
        ),
    ),
    "a fraction": (
        with_data("game.Created", options={"a": 1.5}),
        (
            "ours: event #0 cannot be read; the game cannot be opened. An event stored as game.Created/1 cannot "
            "be read: 1.5 is not a whole number; events hold no fractions - at `$.options[...]`."
        ),
    ),
}
BY_THE_RULES = {
    "a player's name of 230 characters": (
        called("red", "r" * 230),
        "ours: event #2 holds a name that is not allowed: The name has 230 characters; it may have at most 60.",
    ),
    "a ship's name of 230 characters": (
        called("Fearless", "F" * 230),
        "ours: event #6 leads to a unit that no order can name: The name has 230 characters; it may have at most 60.",
    ),
    "a title as long as a book": (
        with_data("game.Created", title="t" * 5000),
        "ours: event #0 holds a text of more than 2000 characters.",
    ),
    "a number beyond all maps": (
        with_data("sits.ShipPlaced", position=POSITION),
        "ours: event #4 holds a number beyond 1000000000.",
    ),
    "a ship of nobody who plays": (
        with_data("sits.ShipPlaced", player="nobody"),
        "ours: event #4 names nobody, who never joined.",
    ),
    "a game under another's name": (
        with_data("game.Created", game="duel"),
        "ours: event #0 creates the game duel, but this is ours.",
    ),
    "facts in another order": (exchanged, "ours 1.1, event #"),
    "an end that is missing": (lambda facts: facts[:-3], "ours 1.2, event #"),
    "a fact that follows from nothing": (
        behind("sits.ThrustChanged", ship="Fearless", before=0, after=10**30),
        "ours 1.2, event #53: the record says: ",
    ),
    "a branch that is none": (
        behind("game.Forked", **FORKED),
        "ours: event #53 (game.Forked/1) follows from no orders and is no player's decision.",
    ),
}


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> list[Stored]:
    """The facts of a game of two exchanges, called ours."""
    folder = tmp_path_factory.mktemp("ours")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(folder))
        patch.chdir(folder)
        write_files(folder)
        for name, text in (("red", RED), ("blue", BLUE)):
            Path(f"{name}.orders").write_text(text.replace("game duel", "game ours"), encoding="utf-8")
        assert run("new", "duel.toml", "--name", "ours").code == 0
        assert run("play", "ours", "red.orders", "blue.orders", "--to", "1.2").code == 0
    return facts_of(folder / "sits.db", "ours")


@pytest.fixture
def begun_store(played: Sits, home: Path) -> bytes:  # noqa: ARG001 -- its folder
    """The store with the duel, as it stands."""
    return (home / "sits.db").read_bytes()


ROWS = [(kind, *case) for kind, case in {**UNSOUND, **BY_THE_RULES}.items()]


@each_row(("kind", "change", "says"), ROWS)
def test_a_bundle_of_facts_that_make_no_sense_is_refused_with_the_event_and_the_reason(
    sits: Sits, ours: list[Stored], kind: str, change: Change, says: str
) -> None:
    told = sits("import", str(bundle(Path(f"{kind}.bundle"), "ours", change(ours))))
    assert (told.code, told.out) == (1, ""), kind
    assert says in told.err, told.err
    assert told.err.endswith("Nothing was imported.\n")
    assert sits("games").out.startswith("There are no games here yet.")


@each_row(("kind", "change", "says"), ROWS)
def test_on_record_such_a_game_is_one_line_and_every_other_goes_on(
    played: Sits, home: Path, begun_store: bytes, ours: list[Stored], kind: str, change: Change, says: str
) -> None:
    (home / "sits.db").write_bytes(begun_store)
    put(home / "sits.db", "ours", change(ours))
    verbs: list[tuple[str, ...]] = [("audit", "all"), ("games",), ("follow", "--for", "0"), ("doctor",)]
    for verb in verbs if kind in UNSOUND else verbs[:1]:
        told = played(*verb)
        said = told.out if verb == ("doctor",) else told.err
        assert says in said, (kind, verb, told)
        lines = said.splitlines()
        assert len(lines) == len({*lines}), (kind, verb, told)
        assert "..\n" not in said, (kind, verb, told)
        assert "duel" in told.out or verb[0] == "follow", (kind, verb, told)
    for name in ("show", "replay", "audit"):
        played(name, "ours")
    played("games")
    assert played("show", "duel").code == 0
    assert played("backup", f"copy of {kind}").code == 0
    assert played("export", "ours", "-o", f"{kind} again").code == 0
    assert played("games", "archive", "ours").code == played("games").code == 0
    assert played("games", "delete", "ours", "--yes").code == 0
    assert played("games").code == 0


def test_the_doctor_promises_no_views_of_what_makes_no_sense(played: Sits, home: Path, ours: list[Stored]) -> None:
    put(home / "sits.db", "ours", UNSOUND["a ship that was never placed"][0](ours))
    of_ours = "; for ours they hold only what is sound"
    for _ in range(2):
        assert played("games").code == 0
        assert f"Views: up to date{of_ours}" in played("doctor").out.splitlines()
    assert played("fork", "duel", "--at", "1.1", "--name", "what-if").code == 0
    views = played("doctor", "--json").json["machine"]["views"]
    assert views.startswith("behind in what-if by ")
    assert views.endswith(f" events; the next command that needs them will update them{of_ours}")


def test_it_is_read_up_to_there(played: Sits, home: Path, ours: list[Stored]) -> None:
    put(home / "sits.db", "ours", UNSOUND["a ship that was never placed"][0](ours))
    unsound = "ours: event #21 names Nobody, who was never placed; the record up to #20 is sound.\n"
    for words in (("show", "ours"), ("show", "ours", "--at", "#21"), ("audit", "list", "ours"), ("replay", "ours")):
        assert played(*words) == (1, "", unsound), words
    assert played("show", "ours", "--at", "#20").out.startswith("ours: A duel for tests. Event #20;")
    assert played("show", "ours", "--at", "1.1").code == 0
    listed = played("audit", "list", "ours", "--at", "#20", "--json").json
    assert [row["version"] for row in listed] == [*range(21)]
    assert played("explain", "ours", "12", "--at", "#20").code == 0
    assert "unsound from #21 on" in played("games", "branches", "ours").out
    assert played("audit", "verify", "ours").err == unsound
    told = played("show", "ours", "--at", "#99").err
    assert told == "ours has no event #99. Its events are #0 to #52; list them: sits audit list ours\n"


def test_what_follows_on_such_a_record_is_not_taken_and_its_sound_beginning_is(
    sits: Sits, home: Path, ours: list[Stored]
) -> None:
    change, says = UNSOUND["a ship that was never placed"]
    for name, facts in (("sound", ours), ("bad", change(ours))):
        bundle(Path(name), "ours", facts)
    assert sits("import", "sound").code == 0
    assert sits("import", "bad").err == (
        "Event 21 of ours here differs from the one in the bundle. Nothing was imported.\n"
    )
    (home / "sits.db").unlink()
    put(home / "sits.db", "ours", change(ours))
    assert sits("import", "bad").err == f"{says}\nNothing was imported.\n"


def test_a_restored_folder_is_checked_by_its_rules_and_what_is_not_sound_goes_aside(
    played: Sits, home: Path, ours: list[Stored]
) -> None:
    change, says = UNSOUND["a ship that was never placed"]
    assert played("backup", "kept").code == 0
    put(Path("kept/sits.db"), "ours", change(ours))
    assert played("restore", "kept") == (
        1,
        "",
        f"{says}\nNothing was changed. To restore the backup without these games: --set-aside\n",
    )
    told = played("restore", "kept", "--set-aside")
    assert told.code == 0, told
    assert "ours is set aside and is no longer listed." in told.out
    assert [each["name"] for each in played("games", "--json").json] == ["duel"]
    (found,) = (home / "set-aside").glob("ours-*.txt")
    assert says in found.read_text(encoding="utf-8")


def test_the_doctor_sets_a_game_aside_with_its_rows_and_what_was_found(
    played: Sits, home: Path, ours: list[Stored]
) -> None:
    change, says = UNSOUND["a ship that was never placed"]
    put(home / "sits.db", "ours", change(ours))
    put(home / "sits.db", "theirs", UNSOUND["a fact of another rule system"][0](ours))
    told = played("doctor", "--set-aside", "ours")
    assert (told.code, told.err) == (1, "")
    assert told.out == (
        f"{says}\nSet ours aside with 53 rows? [y/N]: \nNothing was set aside. To skip the question: --yes\n"
    )
    rows = rows_of("ours", change(ours))
    told = played("doctor", "--set-aside", "ours", "--yes")
    assert (told.code, told.err) == (0, "")
    (kept,) = (home / "set-aside").glob("ours-*.bundle")
    assert str(kept.name) in told.out
    lines = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()][1:-1]
    assert [bytes.fromhex(line["digest"]) for line in lines] == [row[5] for row in rows]
    assert [line["state"].encode() for line in lines] == [row[3] for row in rows]
    assert kept.stat().st_mode & 0o077 == kept.parent.stat().st_mode & 0o077 == 0
    assert says in kept.with_suffix(".txt").read_text(encoding="utf-8")
    assert "ours" not in played("games").out
    assert played("audit", "all").err.startswith("theirs: ")
    assert played("doctor", "--set-aside", "theirs", "--yes").code == 0
    assert played("games").code == played("audit", "all").code == 0
    assert played("doctor", "--set-aside", "theirs", "--yes").err == (
        "There is no game theirs in games. Games here: duel.\n"
    )


def test_a_file_that_came_between_is_not_taken_for_a_games_rows(played: Sits, home: Path) -> None:
    with open_session() as session:
        evidence = quarantine.plan(session, "duel")
    evidence.bundle.parent.mkdir()
    evidence.bundle.write_text("others\n", encoding="utf-8")
    with pytest.raises(UnreadableError) as refused:
        quarantine.set_aside(home, None, evidence, lambda _: None)
    assert str(refused.value) == (
        f"{evidence.bundle} does not match the record of duel. Nothing was set aside; check the game again."
    )
    assert played("doctor", "--set-aside", "duel", "--yes").code == 0
    assert evidence.bundle.read_text(encoding="utf-8") == "others\n"


def test_what_leaves_a_game_goes_aside_with_it(played: Sits, home: Path) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    told = played("doctor", "--set-aside", "duel")
    assert "\nwhat-if branches off duel and would go with it. Set duel aside with " in told.out
    assert played("doctor", "--set-aside", "duel", "--yes").code == 0
    assert played("games").out.startswith("There are no games here yet.")
    (kept,) = (home / "set-aside").glob("duel-*.bundle")
    assert played("import", str(kept)).code == 0  # it was sound
    assert {each["name"] for each in played("games", "--json").json} == {"duel", "what-if"}
