"""The record in a file, checked by the file's own script in Chromium: as it is, and tampered with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.shared.browsers import opened
from tests.shared.commands_told import run
from tests.shared.handouts import changed, packed

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.long
def test_the_digests_come_out_as_on_record(folder: Path, browser: Browser) -> None:
    audited = run("audit", "verify", "duel").out
    with opened(browser, folder / "both.html") as page:
        page.page.get_by_role("button", name="Check the digests").click()
        page.page.wait_for_selector("#verdict pre")
        said = page.text("#verdict")
        assert "duel: 594 events; every digest is sound, and each follows from the one before it." in said
        assert "what-if: 245 events; every digest is sound" in said
        (head,) = re.findall(r"head ([0-9a-f]{64})", page.text("#verdict pre"))
        (root,) = re.findall(r"root (\S{44})", page.text("#verdict pre"))
        assert root in audited
        assert head.startswith(re.findall(r"head ([0-9a-f]{16})", _record())[0])
        assert page.page.locator("#verdict .alarm").count() == 0


def _record() -> str:
    """The report that says where the duel's record ends."""
    if not Path("ending.txt").exists():
        assert run("report", "duel", "-o", "ending.txt").code == 0
    return Path("ending.txt").read_text(encoding="utf-8")


@pytest.mark.long
def test_an_event_of_which_a_byte_was_changed_is_named(folder: Path, browser: Browser) -> None:
    def forge(record: Any) -> None:
        event = record["events"][200]
        event[3] = event[3].replace('"points":3', '"points":4')

    forged = changed(folder / "duel.html", "forged.html", "stored-0-0", forge)
    assert packed(forged, "stored-0-0") != packed(folder / "duel.html", "stored-0-0")
    with opened(browser, forged) as page:
        page.page.get_by_role("button", name="Check the digests").click()
        page.page.wait_for_selector("#verdict .alarm")
        told = "duel: Event #200 was changed, or an event before it is missing or changed."
        assert page.text("#verdict") == told
        assert page.said == []


@pytest.mark.long
def test_a_packed_record_of_which_a_byte_was_changed_is_refused(folder: Path, browser: Browser) -> None:
    text = (folder / "duel.html").read_text()
    begins = text.index('id="stored-0-0">') + 5000
    broken = folder / "broken.html"
    broken.write_text(text[:begins] + ("A" if text[begins] != "A" else "B") + text[begins + 1 :])
    with opened(browser, broken) as page:
        page.page.get_by_role("button", name="Check the digests").click()
        page.page.wait_for_selector("#verdict .alarm")
        assert page.text("#verdict").startswith("duel: ")
        assert "match" not in page.text("#verdict")


@pytest.mark.long
def test_a_file_whose_game_cannot_be_unpacked_says_so(folder: Path, browser: Browser) -> None:
    text = (folder / "duel.html").read_text()
    begins = text.index('id="shown">') + 3000
    broken = folder / "unreadable.html"
    broken.write_text(text[:begins] + text[begins + 400 :])
    with opened(browser, broken, ready=False) as page:
        page.page.wait_for_selector("#trouble:visible")
        assert page.text("#trouble").startswith("This file cannot be shown: it was changed after it was written")


@pytest.mark.long
def test_a_checkpoint_that_was_kept_tells_a_record_that_was_made_anew(folder: Path, browser: Browser) -> None:
    kept = re.findall(r"(?m)^sits-es/\w{32}/duel\n594\n\S{44}$", _record())[0]
    early = run("audit", "verify", "duel", "--at", "1.4").out
    earlier = re.findall(r"(?m)^sits-es/\w{32}/duel\n\d+\n\S{44}$", early)[0]
    mangled = kept.replace("\n594\n", "\n593\n")
    answers = {
        kept: "The first 594 events of duel match this checkpoint of duel.",
        earlier: f"The first {earlier.split()[1]} events of duel match this checkpoint of duel.",
        "\n".join(f"> {line}" for line in kept.split("\n")): "The first 594 events of duel match",
        mangled: "This record does NOT match that checkpoint of duel (593 events).",
        kept.replace("\n594\n", "\n9000\n"): "That checkpoint covers 9000 events, but this file has fewer.",
        "duel": "A checkpoint has three lines: a record's origin, a number of events and a root. This is not one.",
    }
    with opened(browser, folder / "duel.html") as page:
        for checkpoint, answer in answers.items():
            page.page.get_by_label("A checkpoint that you kept").fill(checkpoint)
            page.page.get_by_role("button", name="Compare it").click()
            page.page.wait_for_function(
                "said => document.getElementById('compared').innerText.includes(said)", arg=answer
            )
