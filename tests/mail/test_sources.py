from __future__ import annotations

import json
import mailbox
import stat
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import pytest

from sits_es.errors import UnreadableError
from sits_es.mail.reading import read_letter
from sits_es.mail.sources import MOST_MAIL, Mail, is_maildir, mails_in, put_letter, read_mails
from tests.mail.samples import BLOCK, bundle, name, written
from tests.shared.refusals import refused
from tests.shared.rows import each_row

#: Lines that an mbox must hide.
REPORT = "From here on.\n\nFrom there.\n>From afar.\n"


def mail(number: int) -> EmailMessage:
    """A mail with one bundle."""
    return written(number, report=REPORT)


def numbers(mails: list[Mail]) -> list[int]:
    return [json.loads(content)[0]["number"] for each in mails for content in read_letter(each.content).contents]


def maildir(path: Path, *held: int) -> Path:
    """A Maildir with these mails in it."""
    mailbox.Maildir(path, create=True)
    for number in held:
        assert put_letter(path, mail(number)) == path
    return path


def mbox(path: Path, *held: int) -> Path:
    """An mbox of these mails, in place of the one before."""
    path.unlink(missing_ok=True)
    box = mailbox.mbox(path)
    for number in held:
        box.add(mail(number).as_bytes())
    box.close()
    return path


def test_an_eml_file_is_written_and_read(tmp_path: Path) -> None:
    path = put_letter(tmp_path / "out", mail(1))
    assert path.name.startswith(f"sits.{name(bundle(1))}.")
    assert path.suffix == ".eml"
    assert put_letter(tmp_path / "out", mail(1)) == path
    assert list((tmp_path / "out").iterdir()) == [path]
    (found,) = read_mails(path)
    assert found.source == str(path)
    assert numbers([found]) == [1]


def test_a_folder_of_files_is_read_in_order_of_their_names(tmp_path: Path) -> None:
    (tmp_path / "b.eml").write_bytes(mail(1).as_bytes())
    (tmp_path / "a.EML").write_bytes(mail(2).as_bytes())
    (tmp_path / "c.sits").write_text(BLOCK)
    (tmp_path / "d.txt").write_text(BLOCK)
    (tmp_path / "e.eml").mkdir()
    assert numbers(list(read_mails(tmp_path))) == [2, 1, 4]
    seen = {each.mark for each in read_mails(tmp_path / "a.EML")}
    assert numbers(list(read_mails(tmp_path, seen=seen))) == [1, 4]


def test_another_mail_in_a_file_of_the_same_name_is_read(tmp_path: Path) -> None:
    path = tmp_path / "letter.eml"
    path.write_bytes(mail(1).as_bytes())
    (first,) = read_mails(tmp_path)
    path.write_bytes(mail(2).as_bytes())
    (second,) = read_mails(tmp_path, seen={first.mark})
    assert numbers([second]) == [2]
    assert first.source == second.source == str(path)
    assert list(read_mails(tmp_path, seen={first.mark, second.mark})) == []


def test_a_new_mail_in_an_mbox_that_was_compacted_is_read_and_the_others_are_not_read_again(tmp_path: Path) -> None:
    path = mbox(tmp_path / "mbox", 1, 2, 3)
    seen = {each.mark for each in read_mails(path)}
    (found,) = read_mails(mbox(path, 3, 4), seen=seen)
    assert (numbers([found]), found.source) == ([4], f"{path}, mail 2")


def test_a_mail_is_for_its_owner_alone_in_a_folder_and_in_a_maildir(tmp_path: Path) -> None:
    box = maildir(tmp_path / "box", 1)
    for file in (put_letter(tmp_path / "out", mail(1)), *(box / "new").iterdir()):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_maildir_is_read_and_nothing_in_it_changes(tmp_path: Path) -> None:
    box = maildir(tmp_path / "box", 1, 2, 3)
    assert (is_maildir(box), is_maildir(tmp_path)) == (True, False)
    unread = list(read_mails(box))
    read = next(box.glob("new/*"))
    read.rename(box / "cur" / f"{read.name}:2,RS")
    before = sorted(box.rglob("*"))
    assert list(read_mails(box)) == unread, "a mail keeps its name when it was read by somebody"
    assert sorted(numbers(unread)) == [1, 2, 3]
    assert sorted(box.rglob("*")) == before
    assert len(list(read_mails(box, seen={each.mark for each in unread[1:]}))) == 1


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_an_mbox_is_read_from_a_file_and_from_standard_input(tmp_path: Path, ending: bytes) -> None:
    path = mbox(tmp_path / "mbox", 1, 2, 3)
    content = path.read_bytes().replace(b"\n", ending)
    path.write_bytes(content)
    found = list(read_mails(path))
    assert numbers(found) == numbers(list(mails_in(BytesIO(content), "standard input"))) == [1, 2, 3]
    assert [each.source for each in found] == [f"{path}, mail {number}" for number in (1, 2, 3)]
    assert numbers(list(read_mails(path, seen={found[0].mark}))) == [2, 3]
    assert b"\nFrom there." in found[0].content.replace(b"\r", b"")


@each_row("content", [mail(4).as_bytes(), BLOCK.encode(), b"See here, and hello: this\n\n" + BLOCK.encode()])
def test_standard_input_may_be_a_mail_or_what_was_pasted(content: bytes) -> None:
    (found,) = mails_in(BytesIO(content), "standard input")
    assert found.source == "standard input"
    assert numbers([found]) == [4]


def test_a_file_that_is_not_there_is_told() -> None:
    said = refused(list, read_mails(Path("/nowhere.eml")), kind=UnreadableError)
    assert said == "/nowhere.eml: no such file or directory."


@pytest.mark.parametrize("place", ["a.eml", "a.mbox", "box/new/a"])
def test_of_a_mail_that_is_too_long_the_head_alone_is_read(place: str, tmp_path: Path) -> None:
    path = tmp_path / place
    for room in ("cur", "new", "tmp"):
        (tmp_path / "box" / room).mkdir(parents=True)
    with path.open("wb") as file:
        file.write(b"From there\n" if path.suffix == ".mbox" else b"")
        size = file.write(b"From: x@example.org\nSubject: My holidays\n\n")
        for _ in range(26):
            size += file.write(b"0123456789" * 100_000)
    (found,) = read_mails(tmp_path / "box" if path.parent.name == "new" else path)
    assert found.size > MOST_MAIL
    assert (found.size, len(found.content)) == (size, 20_000)
    assert read_letter(found.content).subject == "My holidays"
