"""sits audit --sign, --prove and --check: signed checkpoints, and proofs that are checked where the record is not."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from commands.home import open_session
from sits_es.game.events import FactsRecorded
from sits_es.keys.identity import load_identity
from tests.shared.commands_told import Sits, Told, run

NOT_A_KEY = (
    "There is no key here to sign with. Make one: sits keys new NAME\n"
    "A checkpoint without a signature: sits audit duel --verify\n"
)


def kept(game: str, name: str, size: int | None = None) -> str:
    """A file with a checkpoint of a game's first events."""
    with open_session() as session:
        Path(name).write_text(session.store.checkpoint(game, size=size), encoding="utf-8")
    return name


def write_proof(game: str, *words: str, into: str) -> Told:
    """The proof that is printed, written into a file."""
    told = run("audit", game, "--prove", *words)
    Path(into).write_text(told.out, encoding="utf-8")
    return told


@pytest.fixture
def signing(played: Sits, home: Path) -> str:
    """The words of the one key in a folder with the duel."""
    assert played("keys", "new", "anna").code == 0
    return load_identity(home / "keys", "anna").fingerprint


def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go on in a folder that has no game and no key."""
    monkeypatch.setenv("SITS_HOME", "elsewhere")


def test_a_checkpoint_is_signed_and_checked_here_and_elsewhere(
    played: Sits, signing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played("audit", "duel", "--sign")
    assert told.code == 0
    assert told.out.splitlines()[:2] == ["duel", "176"]
    assert told.out.splitlines()[4].startswith(f"\u2014 {signing} ")
    Path("sent.txt").write_text(told.out, encoding="utf-8")
    assert played("audit", "--check", "sent.txt").flat == (
        f"duel has 176 events by this checkpoint. The checkpoint is signed by you, as anna (key {signing})."
    )
    away(monkeypatch)
    assert played("audit", "--check", "sent.txt").flat == (
        "duel has 176 events by this checkpoint. The checkpoint is signed by a key that is unknown here and calls "
        f"itself {signing}."
    )


def test_a_signed_checkpoint_confirms_a_record_as_one_without_a_signature_does(played: Sits, signing: str) -> None:
    assert signing
    Path("signed.txt").write_text(played("audit", "duel", "--sign").out, encoding="utf-8")
    assert played("audit", "duel", "--checkpoint", "signed.txt").code == 0
    assert "all confirmed" in played("audit", "duel", "--against", "signed.txt").flat


def test_a_checkpoint_that_was_changed_after_it_was_signed_is_refused(played: Sits, signing: str) -> None:
    text = played("audit", "duel", "--sign").out
    Path("sent.txt").write_text(text.replace("\n176\n", "\n175\n"), encoding="utf-8")
    told = played("audit", "--check", "sent.txt")
    assert (told.code, told.err) == (
        1,
        f"The signature of you, as anna (key {signing}) does not fit: the text was changed, or somebody else signed.\n",
    )


def test_a_proof_is_printed_and_nothing_else(played: Sits) -> None:
    for more in ("--verify", "--search Fearless", "--json", "--against mails", "--export duel.jsonl"):
        told = played("audit", "duel", "--prove", "120", *more.split())
        assert (told.code, told.out) == (1, "")
        assert told.err == (
            f"--prove takes a game, --at, --checkpoint and --id, and nothing else. Leave out {more.split()[0]}.\n"
        )


def test_without_a_key_nothing_is_signed_and_with_several_one_is_named(played: Sits) -> None:
    told = played("audit", "duel", "--sign")
    assert (told.code, told.err) == (1, NOT_A_KEY)
    for name in ("anna", "ben"):
        played("keys", "new", name)
    told = played("audit", "duel", "--sign")
    assert (told.code, told.err) == (1, "There are several keys here: anna and ben. Say which signs: --id KEY\n")
    assert played("audit", "duel", "--sign", "--id", "ben").code == 0


@pytest.mark.parametrize("number", ["0", "#120", "175"])
def test_an_event_is_proved_to_somebody_who_has_a_checkpoint_alone(
    played: Sits, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept("duel", "kept.txt")
    assert write_proof("duel", number, into="event.proof").code == 0
    name = json.loads(Path("event.proof").read_text(encoding="utf-8"))["topic"]
    away(monkeypatch)
    told = played("audit", "--check", "event.proof", "--checkpoint", "kept.txt")
    proved = f"Event {int(number.strip('#'))} ({name}) is one of the 176 events of duel."
    assert (told.code, told.flat) == (0, f"{proved} The checkpoint is signed by nobody.")


def test_an_event_is_proved_under_the_checkpoint_that_the_other_has_kept(
    played: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = kept("duel", "kept.txt", 50)
    for words, name in ((("--checkpoint", old), "old.proof"), ((), "new.proof")):
        assert write_proof("duel", "20", *words, into=name).code == 0
    told = played("audit", "duel", "--prove", "50", "--checkpoint", old)
    assert (told.code, told.err) == (1, "The checkpoint covers the first 50 events, and not event 50.\n")
    away(monkeypatch)
    assert played("audit", "--check", "old.proof", "--checkpoint", old).code == 0
    told = played("audit", "--check", "new.proof", "--checkpoint", old)
    assert (told.code, told.err) == (
        1,
        "It is not about the checkpoint that you kept, of 50 events of duel: ask for one that is.\n",
    )


def test_an_event_that_a_branch_inherits_is_proved_as_its_own_are(
    played: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    played("fork", "duel", "--at", "1.3", "--name", "what-if")
    with_own = kept("what-if", "kept.txt")
    size = Path(with_own).read_text(encoding="utf-8").split("\n")[1]
    for number in ("3", str(int(size) - 1)):
        write_proof("what-if", number, into=f"{number}.proof")
    streams = [json.loads(path.read_text(encoding="utf-8"))["stream"] for path in sorted(Path().glob("*.proof"))]
    assert sorted(streams) == ["duel", "what-if"]
    away(monkeypatch)
    for path in Path().glob("*.proof"):
        assert played("audit", "--check", str(path), "--checkpoint", with_own).code == 0


def test_an_event_that_was_changed_or_is_under_another_root_is_refused(
    played: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_proof("duel", "20", into="event.proof")
    sent = json.loads(Path("event.proof").read_text(encoding="utf-8"))
    away(monkeypatch)
    Path("other.proof").write_text(json.dumps(sent | {"state": sent["state"] + " "}), encoding="utf-8")
    told = played("audit", "--check", "other.proof")
    assert (told.code, told.err) == (
        1,
        "Event 20 was changed: its content does not give the digest that the proof is about.\n",
    )
    Path("third.proof").write_text(json.dumps(sent | {"path": sent["path"][1:]}), encoding="utf-8")
    told = played("audit", "--check", "third.proof")
    proved = f"Event 20 ({sent['topic']}) is one of the 176 events of duel"
    assert (told.code, told.err) == (1, f"The proof does not hold. It does not show this: {proved}.\n")


def test_a_checkpoint_that_the_record_does_not_begin_with_proves_nothing(played: Sits) -> None:
    played("fork", "duel", "--at", "1.3", "--name", "what-if")
    assert write_proof("what-if", "7", "--checkpoint", kept("duel", "early.txt", 20), into="early.proof").code == 0
    told = played("audit", "what-if", "--prove", "7", "--checkpoint", kept("duel", "late.txt"))
    assert told.code == 1
    assert told.err == ("The record of what-if does not begin with the 176 events of this checkpoint.\n")


def test_a_checkpoint_of_another_game_proves_nothing(played: Sits) -> None:
    run("new", "duel.toml", "--name", "other")
    told = played("audit", "duel", "--prove", "7", "--checkpoint", kept("other", "other.txt"))
    assert (told.code, told.err) == (1, "The checkpoint is of other, and not of duel or of what it comes from.\n")


def test_what_is_neither_a_proof_nor_a_checkpoint_is_refused(played: Sits) -> None:
    Path("letter.txt").write_text("Dear Ben,\n\nshall we play?\n", encoding="utf-8")
    told = played("audit", "--check", "letter.txt")
    assert told.code == 1
    assert told.err.startswith("This is neither a proof nor a checkpoint. A checkpoint's second line is a number of")
    assert played("audit", "--check", "nowhere.txt").err == "nowhere.txt: no such file or directory.\n"


def test_no_event_is_proved_that_was_changed_in_the_store(played: Sits, home: Path) -> None:
    with closing(connect(home / "sits.db")) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("UPDATE stored_events SET state = CAST(state || ' ' AS BLOB) WHERE originator_version = 20")
        db.commit()
    told = played("audit", "duel", "--prove", "20")
    assert told.code == 1
    assert told.err == (
        "The record of duel is broken at event 20: it is not what was written there. "
        "`sits audit duel --verify` says what is wrong.\n"
    )


def test_what_a_player_ordered_at_a_moment_is_proved_without_its_number(
    played: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept("duel", "kept.txt")
    assert write_proof("duel", "Red", "--at", "1.3", into="orders.proof").code == 0
    proof = json.loads(Path("orders.proof").read_text(encoding="utf-8"))
    state = json.loads(proof["state"])
    assert (proof["topic"].partition("/")[0], state["player"]) == ("game.OrdersRevealed", "red")
    assert (state["turn"], state["segment"]) == (1, 3)
    by_number = played("audit", "duel", "--prove", f"#{proof['version']}").out
    assert played("audit", "duel", "--prove", "red", "--at", "1.3").out == by_number
    away(monkeypatch)
    assert played("audit", "--check", "orders.proof", "--checkpoint", "kept.txt").code == 0


def test_orders_that_are_not_there_are_not_proved(played: Sits) -> None:
    for of, at, said in (
        ("green", "1.3", "There is no player green. Players: blue, red."),
        ("red", "2.1", "There are no orders of red at 2.1 on the record of duel."),
        ("red", "2.2", "duel has not come to 2.2: it stands at 2.1."),
    ):
        assert played("audit", "duel", "--prove", of, "--at", at) == (1, "", f"{said}\n")
    told = played("audit", "duel", "--prove", "red", "--at", "soon")
    assert (told.code, told.err.startswith('"soon" is not a moment of a game.')) == (1, True)


def test_of_several_at_a_moment_the_numbers_are_named(sits: Sits) -> None:
    assert sits("new", "duel.toml", "--name", "duel").code == 0
    with open_session() as session:
        head = session.open_game("duel").head.version
        entered = [
            FactsRecorded(turn=1, segment=1, player="red", lines=(f"entry {number}",), by=()) for number in (1, 2)
        ]
        session.open_game("duel").append(entered, after=head)
    told = sits("audit", "duel", "--prove", "red", "--at", "1.1")
    said = f"There are several of red at 1.1 in duel: #{head + 1} and #{head + 2}. Name one of these events.\n"
    assert told == (1, "", said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("duel --prove red", "--prove takes the number of an event, such as 120, or a player with --at MOMENT.\n"),
        ("duel --prove 120 --at 1.3", "An event's number says which it is. Leave out --at.\n"),
        (
            "duel --prove 120 --checkpoint a --checkpoint b",
            "A proof is about one checkpoint. Give --checkpoint once.\n",
        ),
        ("--prove 120", "Say which game: sits audit GAME, or check all of them: sits audit --all\n"),
    ],
)
def test_an_event_is_named_in_one_way(played: Sits, words: str, said: str) -> None:
    assert played("audit", *words.split()) == (1, "", said)
