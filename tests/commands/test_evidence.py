"""sits audit sign, prove and check: signed checkpoints, and proofs that are checked where the record is not."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest
from msgspec.structs import replace

from commands.home import open_session
from sits_es.game.events import FactsRecorded
from sits_es.keys.identity import load_identity
from sits_es.service.signed_notes import Note
from sits_es.store.audit import rolled_back
from sits_es.store.checkpoints import Checkpoint, EventProof, read_proof
from tests.shared.commands_told import Sits, Told, run


def kept(game: str, name: str, size: int | None = None) -> str:
    """A file with a checkpoint of a game's first events."""
    with open_session() as session:
        Path(name).write_text(session.store.checkpoint(game, size=size), encoding="utf-8")
    return name


def write_proof(game: str, *words: str, into: str) -> Told:
    """The proof that is printed, written into a file."""
    told = run("audit", "prove", game, *words)
    Path(into).write_text(told.out, encoding="utf-8")
    return told


def read(file: str) -> EventProof:
    """A proof as it is in a file."""
    return read_proof(Path(file).read_text(encoding="utf-8"))


@pytest.fixture
def signing(played: Sits, home: Path) -> str:
    """The words of the one key in a folder with the duel."""
    assert played("keys", "new", "anna").code == 0
    return load_identity(home / "keys", "anna").fingerprint


def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go on in a folder that has no game and no key."""
    monkeypatch.setenv("SITS_HOME", "elsewhere")


def cosigned(name: str, words: str, who: str | None = None) -> str:
    """What is said of a player's two signatures, but for the time."""
    who = who or f"you, as {name}"
    return f"Signed by {who} (key {words}). Checked and cosigned by {who} (key {words}), "


def test_a_checkpoint_is_signed_and_checked_here_and_elsewhere(
    played: Sits, signing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played("audit", "sign", "duel")
    assert told.code == 0
    origin, size, _, empty, log, cosignature = told.out.splitlines()
    assert (origin.endswith("/duel"), size, empty) == (True, "176", "")
    assert log.startswith(f"\u2014 {origin} ")
    assert cosignature.startswith(f"\u2014 {signing} ")
    Path("sent.txt").write_text(told.out, encoding="utf-8")
    said = "duel has 176 events according to this checkpoint. "
    assert played("audit", "check", "sent.txt").flat.startswith(said + cosigned("anna", signing))
    away(monkeypatch)
    unknown = "Signed by an unknown key that calls itself"
    assert played("audit", "check", "sent.txt").flat == f"{said}{unknown} {origin}. {unknown} {signing}."


def test_a_signed_checkpoint_confirms_a_record_as_one_without_a_signature_does(played: Sits, signing: str) -> None:
    assert signing
    Path("signed.txt").write_text(played("audit", "sign", "duel").out, encoding="utf-8")
    assert played("audit", "verify", "duel", "--checkpoint", "signed.txt").code == 0
    assert "all confirmed" in played("audit", "compare", "duel", "signed.txt").flat


def test_a_checkpoint_that_was_changed_after_it_was_signed_is_refused(played: Sits, signing: str) -> None:
    text = played("audit", "sign", "duel").out
    Path("sent.txt").write_text(text.replace("\n176\n", "\n175\n"), encoding="utf-8")
    told = played("audit", "check", "sent.txt")
    rest = f"of you, as anna (key {signing}) does not fit: the text was changed, or somebody else signed."
    assert (told.code, told.err) == (
        1,
        f"In sent.txt, line 1, the signature {rest}\nIn sent.txt, line 1, the cosignature {rest}\n",
    )


def test_a_record_that_is_not_sound_is_not_signed(played: Sits, signing: str, home: Path) -> None:
    assert signing
    change_event(home, 20)
    told = played("audit", "sign", "duel")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("Nothing is signed.\nEvent 20 of duel (")
    assert not (home / "keys" / "anna.signed").exists()


def test_a_player_signs_nothing_that_does_not_go_on_from_what_they_signed(
    played: Sits, signing: str, home: Path
) -> None:
    assert signing
    Path("sent.txt").write_text(played("audit", "sign", "duel").out, encoding="utf-8")
    assert (home / "keys" / "anna.signed").stat().st_mode & 0o777 == 0o600
    assert played("audit", "sign", "duel").code == 0
    old = kept("duel", "old.txt", 50)
    told = played("audit", "sign", "duel", old)
    assert (told.code, told.out, told.err) == (
        1,
        "",
        (
            "You have signed 176 events of duel, but this checkpoint has only 50. Nothing was signed. Send "
            "the others the checkpoint that you signed.\n"
        ),
    )
    other = Path("sent.txt").read_text(encoding="utf-8").split("\n\n")[0]
    for events, said in (("180", rolled_back(180, 176)), ("170", "the record here is a DIFFERENT one")):
        (home / "keys" / "anna.signed").write_text(other.replace("\n176\n", f"\n{events}\n"), encoding="utf-8")
        told = played("audit", "sign", "duel")
        path = "games/keys/anna.signed"
        assert (told.code, told.out) == (1, "")
        assert told.err == f"You have signed {events} events of duel, as {path} says, but {said}. Nothing was signed.\n"


def vkey(sits: Sits, name: str) -> str:
    """A player's key as `sits keys show` prints it."""
    told = sits("keys", "show", name).out.splitlines()[-1].split()
    assert told[:3] == ["As", "a", "vkey"]
    assert sits("keys", "show", name, "--json").json[0]["vkey"] == told[3]
    return told[3]


@pytest.fixture
def policy(played: Sits, signing: str) -> str:
    """A file with the policy that anna and ben have signed the duel; both have their keys here."""
    assert signing
    assert played("keys", "new", "ben").code == 0
    told = played("keys", "policy", "duel", *(f"{name}={vkey(played, name)}" for name in ("anna", "ben")))
    assert told.code == 0
    Path("duel.policy").write_text(told.out, encoding="utf-8")
    return "duel.policy"


def signed(name: str, *words: str) -> str:
    """A file with the duel's checkpoint as somebody signs it."""
    Path(f"{name}.txt").write_text(run("audit", "sign", "duel", "--key", name, *words).out, encoding="utf-8")
    return f"{name}.txt"


def judged(policy: str, *files: str) -> Told:
    return run("audit", "check", *files, "--policy", policy)


def test_one_note_with_the_lines_of_all_players_says_that_everybody_saw_the_same_record(
    played: Sits, policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path(policy).read_text(encoding="utf-8").splitlines()
    assert [line.split()[0] for line in text] == ["log", "log", "witness", "witness", "group", "quorum"]
    assert text[4:] == ["group all all anna ben", "quorum all"]
    ours = signed("anna")
    everybody = signed("ben", ours)
    assert Path(everybody).read_text(encoding="utf-8").startswith(Path(ours).read_text(encoding="utf-8"))
    assert write_proof("duel", "120", "--checkpoint", everybody, "--key", "anna", into="event.tlog-proof").code == 0
    keys = {name: vkey(played, name).split("+")[0] for name in ("anna", "ben")}
    away(monkeypatch)
    told = judged(policy, everybody)
    assert told.code == 0
    assert told.flat.startswith(
        "duel has 176 events according to this checkpoint. " + cosigned("", keys["anna"], "anna")
    )
    assert f"Checked and cosigned by ben (key {keys['ben']}), " in told.flat
    assert told.flat.endswith("The policy is met: it asks for anna and ben.")
    told = judged(policy, "event.tlog-proof")
    proved = "Event 120 (game.OrdersRevealed/1) is one of the 176 events of duel"
    assert (told.code, told.flat.split(". ")[0]) == (0, proved)
    as_json = played("audit", "check", everybody, "--policy", policy, "--json").json
    assert (as_json["ok"], as_json["asked"]) == (True, "anna and ben")
    assert [(each["who"], each["at"] is None) for each in as_json["signed"]] == [
        ("anna", True),
        ("anna", False),
        ("ben", False),
    ]


def test_lines_that_come_in_several_files_and_mails_are_taken_together(
    policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = signed("anna"), signed("ben")
    mailed = "Subject: Report\n\nAll is well.\n\n" + Path(theirs).read_text(encoding="utf-8") + "\nORDERS\n"
    Path("mail.eml").write_text(mailed, encoding="utf-8")
    all_lines = run("audit", "sign", "duel", ours, theirs, "--key", "anna").out
    assert len(all_lines.splitlines()) == 4 + 4
    # a proof's own checkpoint gets lines from elsewhere too
    write_proof("duel", "20", "--checkpoint", ours, "--key", "anna", into="event.tlog-proof")
    write_proof("duel", "21", "--checkpoint", ours, "--key", "anna", into="other.tlog-proof")
    away(monkeypatch)
    assert judged(policy, ours, "mail.eml").code == 0
    assert judged(policy, ours).code == 1
    told = judged(policy, "event.tlog-proof", "mail.eml")
    assert (told.code, told.out.startswith("Event 20 (")) == (0, True)
    assert judged(policy, "event.tlog-proof").code == 1
    assert judged(policy, "event.tlog-proof", "other.tlog-proof") == (
        1,
        "",
        "event.tlog-proof and other.tlog-proof are proofs; check them one by one.\n",
    )


def test_a_policy_that_is_not_satisfied_says_whose_line_is_missing_wrong_or_of_another_size(
    played: Sits, policy: str
) -> None:
    ben = vkey(played, "ben").split("+")[0]
    ours = signed("anna")
    missing = f"The cosignature of ben (key {ben}) is missing.\n"
    assert judged(policy, ours) == (1, "", missing)
    # another size, and another record of the same size
    earlier = signed("ben", kept("duel", "kept.txt", 60))
    assert judged(policy, ours, earlier) == (1, "", "ben has cosigned 60 events, not these 176.\n")
    forged = forge("ben", Path(ours).read_text(encoding="utf-8").split("\n")[0], 176)
    assert judged(policy, ours, forged) == (
        1,
        "",
        "In forged.txt, line 1, ben has signed a DIFFERENT record of duel with 176 events.\n",
    )
    # a line that was changed, and one that is damaged so that it is none
    everybody = Path(signed("ben", ours)).read_text(encoding="utf-8")
    *lines, last = everybody.splitlines()
    changed = last[:-6] + ("A" if last[-6] != "A" else "B") + last[-5:]
    Path("changed.txt").write_text("\n".join([*lines, changed, ""]), encoding="utf-8")
    wrong = f"In changed.txt, line 1, the cosignature of ben (key {ben}) does not fit: the text was changed, or"
    assert judged(policy, "changed.txt") == (1, "", f"{wrong} somebody else signed.\n")
    Path("damaged.txt").write_text("\n".join([*lines, last[:-6], ""]), encoding="utf-8")
    assert judged(policy, "damaged.txt") == (1, "", missing)
    # nobody published it
    Path("unpublished.txt").write_text(
        "\n".join(
            each for each in everybody.splitlines() if "/duel A" not in each and not each.startswith("\u2014 sits-es")
        ),
        encoding="utf-8",
    )
    assert judged(policy, "unpublished.txt") == (
        1,
        "",
        "Nobody named by the policy has signed this as the record of duel. To sign it: sits audit sign duel\n",
    )


def forge(name: str, origin: str, size: int) -> str:
    """A file with a checkpoint of another record, signed by somebody with another program."""
    with open_session() as session:
        identity = load_identity(session.folder / "keys", name)
    note = Note(Checkpoint(origin, size, bytes(32))).cosigned(identity, 1700000000)
    Path("forged.txt").write_text(str(note), encoding="utf-8")
    return "forged.txt"


def test_a_policy_about_another_game_says_so(played: Sits, policy: str) -> None:
    played("new", "duel.toml", "--name", "other")
    told = run("audit", "check", kept("other", "other.txt"), "--policy", policy)
    origin = Path(policy).read_text(encoding="utf-8").split()[1].split("+")[0]
    assert (told.code, told.err) == (1, f"The policy is about {origin}, but the file sent is not.\n")


def test_a_record_that_names_no_keys_has_no_policy_of_its_own(played: Sits) -> None:
    assert played("keys", "policy", "duel") == (
        1,
        "",
        (
            "The record of duel holds no keys. Give them as `sits keys show` prints them: sits keys policy duel "
            "anna=VKEY ben=VKEY\n"
        ),
    )
    told = played("keys", "policy", "duel", "anna=key")
    assert (told.code, told.err) == (
        1,
        '"key" is not a vkey of an Ed25519 key, as `sits keys show` prints it.\n',
    )


def test_nobody_counts_twice_in_a_policy(played: Sits) -> None:
    assert played("keys", "new", "anna").code == played("keys", "new", "ben").code == 0
    anna, ben = (vkey(played, name) for name in ("anna", "ben"))
    for second in (f"ben={anna}", f"anna={ben}"):
        assert played("keys", "policy", "duel", f"anna={anna}", second) == (
            1,
            "",
            (
                f"{second.partition('=')[0]}: name each player once, with a key of their own. Leave out players whose "
                "keys are on record.\n"
            ),
        )


def test_without_a_key_nothing_is_signed_and_with_several_one_is_named(played: Sits) -> None:
    for words in (("sign", "duel"), ("prove", "duel", "20")):
        told = played("audit", *words)
        assert (told.code, told.err) == (1, "There is no key here to sign with. Make one: sits keys new NAME\n")
    for name in ("anna", "ben"):
        played("keys", "new", name)
    told = played("audit", "sign", "duel")
    assert (told.code, told.err) == (1, "There are several keys here: anna and ben. Say which one signs: --key KEY\n")
    assert played("audit", "sign", "duel", "--key", "ben").code == 0


@pytest.mark.usefixtures("signing")
@pytest.mark.parametrize("number", ["0", "#120", "175"])
def test_an_event_is_proved_to_somebody_who_has_a_checkpoint_alone(
    played: Sits, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept("duel", "kept.txt")
    assert write_proof("duel", number, into="event.proof").code == 0
    name = read("event.proof").topic
    away(monkeypatch)
    told = played("audit", "check", "event.proof", "--checkpoint", "kept.txt")
    proved = f"Event {int(number.strip('#'))} ({name}) is one of the 176 events of duel."
    unknown = f"Signed by an unknown key that calls itself {read('event.proof').checkpoint.origin}."
    assert (told.code, told.flat) == (0, f"{proved} {unknown}")


@pytest.mark.usefixtures("signing")
def test_an_event_is_proved_under_the_checkpoint_that_the_other_has_kept(
    played: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = kept("duel", "kept.txt", 50)
    for words, name in ((("--checkpoint", old), "old.proof"), ((), "new.proof")):
        assert write_proof("duel", "20", *words, into=name).code == 0
    told = played("audit", "prove", "duel", "50", "--checkpoint", old)
    assert (told.code, told.err) == (1, "The checkpoint covers only the first 50 events, not event 50.\n")
    away(monkeypatch)
    assert played("audit", "check", "old.proof", "--checkpoint", old).code == 0
    told = played("audit", "check", "new.proof", "--checkpoint", old)
    assert (told.code, told.err) == (
        1,
        (
            "What you were sent is not about the checkpoint that you kept (duel, 50 events). "
            "Ask for a proof or signature of your checkpoint.\n"
        ),
    )


@pytest.mark.usefixtures("signing")
def test_an_event_that_a_branch_inherits_is_proved_as_its_own_are(
    played: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    played("fork", "duel", "--at", "1.3", "--name", "what-if")
    with_own = kept("what-if", "kept.txt")
    size = Path(with_own).read_text(encoding="utf-8").split("\n")[1]
    for number in ("3", str(int(size) - 1)):
        write_proof("what-if", number, into=f"{number}.proof")
    streams = [read(str(path)).stream for path in Path().glob("*.proof")]
    assert sorted(streams) == ["duel", "what-if"]
    away(monkeypatch)
    for path in Path().glob("*.proof"):
        assert played("audit", "check", str(path), "--checkpoint", with_own).code == 0


@pytest.mark.usefixtures("signing")
def test_an_event_that_was_changed_or_is_under_another_root_is_refused(
    played: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_proof("duel", "20", into="event.proof")
    sent = read("event.proof")
    away(monkeypatch)
    for changed in (replace(sent, state=sent.state + b" "), replace(sent, path=sent.path[1:])):
        Path("other.proof").write_text(str(changed), encoding="utf-8")
        told = played("audit", "check", "other.proof")
        proved = f"Event 20 ({sent.topic}) is one of the 176 events of duel"
        assert (told.code, told.err) == (1, f"The proof does not hold. It does not show this: {proved}.\n")


@pytest.mark.usefixtures("signing")
def test_a_checkpoint_that_the_record_does_not_begin_with_proves_nothing(played: Sits) -> None:
    played("fork", "duel", "--at", "1.3", "--name", "what-if")
    assert write_proof("what-if", "7", "--checkpoint", kept("duel", "early.txt", 20), into="early.proof").code == 0
    told = played("audit", "prove", "what-if", "7", "--checkpoint", kept("duel", "late.txt"))
    assert told.code == 1
    assert told.err == ("The record of what-if does not begin with the 176 events of this checkpoint.\n")


@pytest.mark.usefixtures("signing")
def test_a_checkpoint_of_another_game_proves_nothing(played: Sits) -> None:
    run("new", "duel.toml", "--name", "other")
    told = played("audit", "prove", "duel", "7", "--checkpoint", kept("other", "other.txt"))
    assert (told.code, told.err) == (1, "The checkpoint is for other, not for duel or its ancestors.\n")


def test_what_is_neither_a_proof_nor_a_checkpoint_is_refused(played: Sits) -> None:
    Path("letter.txt").write_text("Dear Ben,\n\nshall we play?\n", encoding="utf-8")
    told = played("audit", "check", "letter.txt")
    assert told.code == 1
    assert told.err == "There is no proof and no checkpoint in letter.txt.\n"
    assert played("audit", "check", "nowhere.txt").err == "nowhere.txt: no such file or directory.\n"


def change_event(home: Path, number: int) -> None:
    """Change an event in the file, behind the store's back."""
    with closing(connect(home / "sits.db")) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        changed = "UPDATE stored_events SET state = CAST(state || ' ' AS BLOB) WHERE originator_version = ?"
        db.execute(changed, (number,))
        db.commit()


@pytest.mark.usefixtures("signing")
def test_no_event_is_proved_that_was_changed_in_the_store(played: Sits, home: Path) -> None:
    change_event(home, 20)
    told = played("audit", "prove", "duel", "20")
    assert told.code == 1
    assert told.err == (
        "The record of duel is broken at event 20: that event has been changed. "
        "`sits audit verify duel` says what is wrong.\n"
    )


@pytest.mark.usefixtures("signing")
def test_what_a_player_ordered_at_a_moment_is_proved_without_its_number(
    played: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept("duel", "kept.txt")
    assert write_proof("duel", "Red", "--at", "1.3", into="orders.proof").code == 0
    proof = read("orders.proof")
    state = json.loads(proof.state)
    assert (proof.topic.partition("/")[0], state["player"]) == ("game.OrdersRevealed", "red")
    assert (state["turn"], state["segment"]) == (1, 3)
    by_number = played("audit", "prove", "duel", f"#{proof.version}").out
    assert played("audit", "prove", "duel", "red", "--at", "1.3").out == by_number
    away(monkeypatch)
    assert played("audit", "check", "orders.proof", "--checkpoint", "kept.txt").code == 0


def test_orders_that_are_not_there_are_not_proved(played: Sits) -> None:
    for of, at, said in (
        ("green", "1.3", "There is no player green. Players: blue, red."),
        ("red", "2.1", "The record of duel has no orders from red at 2.1."),
        ("red", "2.2", "duel has not reached 2.2: it is at 2.1."),
    ):
        assert played("audit", "prove", "duel", of, "--at", at) == (1, "", f"{said}\n")
    told = played("audit", "prove", "duel", "red", "--at", "soon")
    assert (told.code, told.err.startswith('"soon" is not a moment of a game.')) == (1, True)


def test_of_several_at_a_moment_the_numbers_are_named(sits: Sits) -> None:
    assert sits("new", "duel.toml", "--name", "duel").code == 0
    with open_session() as session:
        head = session.open_game("duel").head.version
        entered = [
            FactsRecorded(turn=1, segment=1, player="red", lines=(f"entry {number}",), by=()) for number in (1, 2)
        ]
        session.open_game("duel").append(entered, after=head)
    told = sits("audit", "prove", "duel", "red", "--at", "1.1")
    said = f"duel has several orders from red at 1.1: #{head + 1} and #{head + 2}. Name one of these events.\n"
    assert told == (1, "", said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("duel red", "Give an event's number, such as 120, or a player's name and --at MOMENT.\n"),
        ("duel 120 --at 1.3", "An event's number is enough. Leave out --at.\n"),
    ],
)
def test_an_event_is_named_in_one_way(played: Sits, words: str, said: str) -> None:
    assert played("audit", "prove", *words.split()) == (1, "", said)
