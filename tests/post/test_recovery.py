"""A lost key: the recovery key that `sits join` showed gives the seat another, also in a new folder."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from commands.main import app
from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import SeatTaken
from sits_es.keys.identity import new_identity, save_identity
from sits_es.keys.recovery import Recovery, read_recovery
from sits_es.post import news
from sits_es.post.agreement import recover
from tests.shared.commands_told import run
from tests.shared.postal import Table
from tests.shared.refusals import refused


def forget_key(table: Table, who: str) -> str:
    """Somebody's key is gone, and they have made another; its public half."""
    keys = table.folder / who / "keys"
    for key in keys.iterdir():
        key.unlink()
    fresh = new_identity("fresh", lambda number: b"f" * number)
    save_identity(fresh, keys)
    return fresh.key


def recovered(table: Table, who: str) -> tuple[str, Recovery]:
    """Somebody signs with their recovery key, and their letter goes out; what is said, and the next such key."""
    with table.desk(who) as desk:
        found = recover(desk, "ours", who, table.recovery[who])
        table.post(desk, who)
        return found


def goes_on(table: Table, label: str) -> None:
    """Letters are carried, all order, and the game stands at an exchange, the same for everybody."""
    table.carry()
    table.order("red", "blue", "green")
    table.stands(label)


def test_the_recovery_key_gives_its_seat_another_key_and_the_game_goes_on(table: Table) -> None:
    table.order("red", "blue", "green")
    key = forget_key(table, "green")
    said, following = recovered(table, "green")
    assert said == (
        "You use the recovery key to give green your key fresh in ours. The change takes effect once red has logged it."
    )
    goes_on(table, "1.3")
    (taken,) = table.facts(SeatTaken, "red")
    assert (taken.player, taken.key, taken.by) == ("green", key, ("green",))
    with table.at("red") as replica:
        assert replica.state.seats["green"].recovery == read_recovery(following.words).key


def test_it_does_so_in_a_new_folder_that_holds_nothing_but_letters_of_the_others(table: Table) -> None:
    table.order("red", "blue", "green")
    first = next(each.content for each in table.sent if each.writer == "red" and b"ours 1.1" in each.content)
    table.lose("green")
    forget_key(table, "green")
    for letter in [each.content for each in table.sent if "green" in each.readers and b"please answer" in each.content]:
        table.bring("green", letter)
    table.bring("green", first)
    table.hop += 1
    table.deliver()
    lost = "If you have lost your seat's key: sits propose reseat ours SEAT --recovery"
    said = table.look("green").said
    assert any(each.endswith(f"None of your keys has a seat in ours. {lost}") for each in said), said
    recovered(table, "green")
    goes_on(table, "1.3")


def test_others_are_not_asked_to_sign_what_a_recovery_key_decides_alone(table: Table) -> None:
    forget_key(table, "green")
    recovered(table, "green")
    table.gone.add("red")
    table.carry()
    with table.at("blue") as replica:
        assert [*news.proposals(replica)] == []


def test_a_keeper_who_lost_the_key_is_told_that_the_others_ask_for_another(table: Table) -> None:
    table.next_keeper("green", "blue")
    forget_key(table, "blue")
    said, _ = recovered(table, "blue")
    assert said == (
        "You use the recovery key to give blue your key fresh in ours-2. You can't keep the log without the "
        "old key. The others must ask for another keeper: sits propose next ours-2"
    )
    table.carry()
    table.next_keeper("red", "green")
    goes_on(table, "1.2")


FORGED = (
    "These are not the words of green's recovery key in ours. Without them the others must give you a new key: sits "
    "propose reseat ours green "
)


@pytest.mark.parametrize(
    ("words", "seat", "said"),
    [
        ("12345678", "green", "That is not a recovery key. A recovery key is eight words of eight letters and"),
        ("blue", "green", FORGED),
        ("green", "blue", "You play green in ours, not blue."),
    ],
)
def test_words_of_no_key_or_of_anothers_are_refused(table: Table, words: str, seat: str, said: str) -> None:
    forget_key(table, "green")
    with table.desk("green") as desk:
        assert refused(recover, desk, "ours", seat, table.recovery.get(words, words)).startswith(said)


def test_where_nothing_is_lost_or_no_letter_came_recovery_is_refused(table: Table) -> None:
    assert refused(recovered, table, "green", kind=NotNowError) == "green already has your key green in ours."
    table.lose("green")
    forget_key(table, "green")
    assert refused(recovered, table, "green", kind=NotAllowedError) == (
        "ours has not begun here. Take in the first letter of ours that you have, or have somebody write the whole "
        "log again: sits mail out --again ours"
    )


def test_whoever_has_lost_a_key_is_told_so_once_and_asked_for_the_words_on_standard_input(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, keys = table.recovery["green"], table.folder / "green" / "keys"
    (keys / "green.key").unlink()
    monkeypatch.setenv("SITS_HOME", str(table.folder / "green"))
    monkeypatch.setenv("COLUMNS", "1000")
    lost = f"Your key green is not in {keys}. Restore it from a copy, or use your recovery key: sits docs"
    assert [run("mail", *look).out.count(f"{lost} ways-out") for look in (("in",), ("status",))] == [1, 1]
    assert run("keys", "new", "fresh").code == 0
    found = CliRunner().invoke(app, ["propose", "reseat", "ours", "green", "--recovery"], input=f"{words}\n")
    assert found.exit_code == 0, found.output
    assert found.stdout.startswith("You use the recovery key to give green your key fresh in ours. The change takes")
    assert re.search(r"it is shown only once:\s+([0-9a-f]{8} ?){8}\n", found.stdout)
    both = CliRunner().invoke(app, ["propose", "reseat", "ours", "green", "0" * 64, "--recovery"], input=words)
    assert both.stderr == "Give either --recovery, for your own key, or HEX with --name and --address, but not both.\n"
    none = CliRunner().invoke(app, ["propose", "reseat", "ours", "green"])
    assert none.stderr == "Say which key: HEX, or --recovery for your own key.\n"
