"""sits audit compare: a game held against checkpoints in saved mails."""

from __future__ import annotations

import mailbox
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from commands.home import open_session
from sits_es.service.evidence import notes_at
from sits_es.store.audit import ANOTHER
from tests.shared.commands_told import Sits


def checkpoint(name: str, size: int | None = None) -> str:
    with open_session() as session:
        return session.store.checkpoint(name, size=size)


def mail(text: str, subject: str = "Report of turn 1", **more: Any) -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "anna@example.org", "ben@example.org", subject
    made.set_content(text, **more)
    return made


def reported(text: str) -> str:
    return f"All ships are whole.\n\nCheckpoint of the record:\n{text}\nYours, A.\n"


def quoted(text: str, sign: str = "> ") -> str:
    return "".join(f"{sign}{line}\n" for line in text.splitlines())


def as_mbox(path: Path, *mails: EmailMessage) -> None:
    box = mailbox.mbox(path)
    for each in mails:
        box.add(each)
    box.close()


def test_every_checkpoint_in_a_mailbox_is_held_against_the_record(played: Sits) -> None:
    first, last = checkpoint("duel", 20), checkpoint("duel")
    as_mbox(
        Path("mails"),
        mail("Shall we play on Thursday?"),
        mail(reported(first)),
        mail("I see.\n\n" + quoted(quoted(reported(first))) + quoted(reported(last), "| "), "Re: Report"),
    )
    told = played("audit", "compare", "duel", "mails")
    assert (told.code, told.err) == (0, "")
    assert told.flat == (
        "mails, mail 2 (Report of turn 1), line 4: duel, 20 events: the record here begins with them. "
        "mails, mail 3 (Re: Report), line 6: duel, 20 events: the record here begins with them. "
        "mails, mail 3 (Re: Report), line 14: duel, 176 events: the record here begins with them. "
        "3 checkpoints found, all confirmed."
    )


@pytest.mark.parametrize(
    "more",
    [
        {"cte": "quoted-printable"},
        {"cte": "base64"},
        {"cte": "quoted-printable", "charset": "iso-8859-15"},
        {"subtype": "html"},
    ],
    ids=str,
)
def test_however_a_mail_is_written_its_checkpoint_is_found(played: Sits, more: dict[str, str]) -> None:
    text = reported(checkpoint("duel"))
    text = f"<html><body><pre>{text}</pre></body></html>" if "subtype" in more else text
    Path("report.eml").write_bytes(bytes(mail(text, **more)))
    assert played("audit", "compare", "duel", "report.eml").out.endswith("1 checkpoint found, all confirmed.\n")


def test_in_forwarded_mails_maildirs_folders_and_plain_files_too(played: Sits) -> None:
    forwarded = mail("See below.")
    forwarded.add_attachment(mail(reported(checkpoint("duel", 50))))
    box = mailbox.Maildir("maildir")
    box.add(forwarded)
    box.close()
    Path("folder").mkdir()
    Path("folder", "one.eml").write_bytes(bytes(mail(reported(checkpoint("duel", 60)))))
    Path("note.txt").write_text(checkpoint("duel", 70), encoding="utf-8")
    told = played("audit", "compare", "duel", "maildir", "folder", "note.txt", "--json").json
    assert [each["size"] for each in told["checkpoints"]] == [50, 60, 70]
    assert {each["verdict"] for each in told["checkpoints"]} == {"confirmed"}


def test_a_record_that_was_redone_or_rolled_back_is_told_with_the_event_and_the_status_is_1(played: Sits) -> None:
    kept = checkpoint("duel", 100)
    name, size, root = kept.splitlines()
    other = "A" + root[1:] if root[0] != "A" else "B" + root[1:]
    as_mbox(
        Path("mails"),
        mail(reported(f"{name}\n999\n{root}\n")),
        mail(reported(f"{name}\n{size}\n{other}\n")),
        mail(reported(checkpoint("duel", 40))),
    )
    told = played("audit", "compare", "duel", "mails")
    assert (told.code, told.out, told.err) == (
        1,
        "",
        (
            "mails, mail 2 (Report of turn 1), line 4: duel, 100 events: the record here is a DIFFERENT one: one of "
            "the events #40 to #99 differs first.\n"
            "mails, mail 1 (Report of turn 1), line 4: duel, 999 events: the record was rolled back: the checkpoint "
            "is at event #998, but the record ends at #175.\n"
        ),
    )
    found = played("audit", "compare", "duel", "mails", "--json")
    assert (found.code, found.json["ok"]) == (1, False)
    assert [each["verdict"] for each in found.json["checkpoints"]] == ["rolled back", "contradicted", "confirmed"]


def test_a_fork_answers_to_what_its_game_was_witnessed_with_and_others_do_not_count(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.4", "--name", "what-if").code == 0
    assert played("new", "duel.toml", "--name", "other").code == 0
    Path("notes").write_text(reported(checkpoint("duel")) + reported(checkpoint("what-if")), encoding="utf-8")
    assert len(played("audit", "compare", "what-if", "notes", "--json").json["checkpoints"]) == 2
    assert len(played("audit", "compare", "duel", "notes", "--json").json["checkpoints"]) == 1
    assert played("audit", "compare", "other", "notes") == (1, "", "There is no checkpoint of other in notes.\n")


@pytest.mark.parametrize("text", ["", "duel\n12\nshort\n", f"duel\ntwelve\n{'A' * 43}=\n", f"duel\n12\n{'!' * 44}\n"])
def test_what_only_looks_like_one_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "notes").write_text(f"Hello\n{text}", encoding="utf-8")
    assert list(notes_at(tmp_path / "notes")) == []


def test_a_record_that_ends_before_a_checkpoint_was_rolled_back_whatever_else_is_sound(played: Sits) -> None:
    origin = checkpoint("duel").split("\n")[0]
    Path("kept.txt").write_text(f"{origin}\n999\n{'A' * 43}=\n", encoding="utf-8")
    back = "the record was rolled back: the checkpoint is at event #998, but the record ends at #175."
    found = (1, "", f"Event 176 of duel: {back}\n")
    assert played("audit", "verify", "duel", "--checkpoint", "kept.txt") == found
    assert played("audit", "verify", "duel", "--checkpoint", "kept.txt", "--at", "1.2") == found
    found = played("audit", "verify", "duel", "--checkpoint", "kept.txt", "--json")
    assert (found.code, found.json["ok"], found.json["faults"]) == (1, False, [f"Event 176 of duel: {back}"])
    assert played("audit", "compare", "duel", "kept.txt") == (
        1,
        "",
        f"kept.txt, line 1: duel, 999 events: {back}\n",
    )
    played("keys", "new", "anna")
    assert played("audit", "prove", "duel", "20", "--checkpoint", "kept.txt") == (1, "", f"duel: {back}\n")


def test_a_checkpoint_of_another_game_that_had_the_name_is_told_apart(played: Sits) -> None:
    origin, size, root = checkpoint("duel").splitlines()
    theirs = f"sits-es/{'0' * 32}/duel\n{size}\n{root}\n"
    Path("theirs.txt").write_text(theirs, encoding="utf-8")
    other = "theirs.txt, line 1: duel, 176 events: another game of this name, with a different first event.\n"
    none = "There is no checkpoint of duel in theirs.txt.\n"
    assert played("audit", "compare", "duel", "theirs.txt") == (1, "", none + other)
    Path("both.txt").write_text(f"{theirs}\n{checkpoint('duel')}", encoding="utf-8")
    told = played("audit", "compare", "duel", "both.txt", "--json").json
    assert [each["verdict"] for each in told["checkpoints"]] == ["another", "confirmed"]
    assert played("audit", "compare", "duel", "both.txt").out.endswith("1 checkpoint found, all confirmed.\n")
    assert played("audit", "verify", "duel", "--checkpoint", "theirs.txt") == (
        1,
        "",
        f"Event 0 of duel (game.Created/1): {ANOTHER}.\n",
    )
    played("keys", "new", "anna")
    told = played("audit", "prove", "duel", "7", "--checkpoint", "theirs.txt")
    assert "The checkpoint is for another game called duel, not for duel" in told.err
    assert origin.endswith("/duel")
