"""What people may do with a notation: comment on it, leave out what follows, write it with other line ends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.errors import GameError
from sits_es.service.exports import take
from sits_es.service.session import Session
from tests.shared.commands_told import run

GOLDEN = Path(__file__).parent / "golden"
BEACON = (GOLDEN / "beacon.sits.txt").read_text(encoding="utf-8")
HEADS = {
    "ambush": "e1524fb7962f070cc0d8be828d8a3018e754753d543069ce1d53c06440564b6a",
    "beacon": "caab5b810cd19d61173f212b6fb537a2fbdac1678e5d9f67df8d42d7b983ee10",
    "duel": "41699bf710e53e5fef5711653d41441eee410c67e5c6691c8d31fd550b919342",
    "pursuit": "ded786ee33b522b5f7d46d72924aeb01cb769e4520822273416c3ada7c9f51aa",
}


def head_of(text: str, folder: Path, name: str = "beacon") -> str:
    """The digest of the record that a text gives. Raises GameError where it gives none."""
    path = folder / "x.sits.txt"
    path.write_bytes(text.encode())
    with Session.over(Path(":memory:")) as session:
        take(session, path)
        return session.store.head(name).digest


def test_comments_stand_in_braces_and_after_semicolons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = BEACON.replace(
        "notation 1\n", "notation 1 ; of the form 1\n{ The lighthouse,\nas we played it. }\n; one more\n"
    )
    text = text.replace("at 1.1\n", "{first} at 1.1 {the beginning}\n").replace("  15 Entry", "  15 {!} Entry")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "games")
    Path("beacon.sits.txt").write_text(text, encoding="utf-8")
    assert run("import", "beacon.sits.txt") == (
        0,
        "beacon: 50 events; all of them are new.\n5 lines with comments, of which a record keeps none.\n",
        "",
    )
    assert run("export", "beacon", "-o", "again.sits.txt").code == 0
    assert Path("again.sits.txt").read_text(encoding="utf-8") == BEACON


def test_a_comment_that_is_not_closed_is_refused_where_it_begins(tmp_path: Path) -> None:
    with pytest.raises(GameError) as refusal:
        head_of(BEACON.replace("at 1.2\n", "at 1.2\n  {so\n"), tmp_path)
    number = BEACON.split("\n").index("at 1.2") + 2
    place = f"{tmp_path}/x.sits.txt:{number}:3"
    said = f"{place}: The comment is not closed.\n      {{so\n      ^\n    expected: a }} after it"
    assert refusal.value.problems[0] == said


def test_in_a_line_of_orders_a_semicolon_is_the_orders_own(tmp_path: Path) -> None:
    text = (GOLDEN / "duel.sits.txt").read_text(encoding="utf-8")
    assert re.search(r"^  \w+: plot .*; ", text, re.MULTILINE)
    assert head_of(text, tmp_path, "duel") == HEADS["duel"]


@pytest.mark.parametrize("name", HEADS)
def test_what_follows_may_be_left_out_and_follows_all_the_same(name: str, tmp_path: Path) -> None:
    text = (GOLDEN / f"{name}.sits.txt").read_text(encoding="utf-8")
    shorter = re.sub(r"^(  [0-9]+ .*|seal .*|seed .*)\n", "", text, flags=re.MULTILINE)
    shorter = re.sub(r"^(end [0-9]+) .*$", r"\1", shorter, flags=re.MULTILINE)
    assert len(shorter) < 0.8 * len(text)
    assert head_of(shorter, tmp_path, name) == HEADS[name]


@pytest.mark.parametrize("end", ["\r\n", "\r", " \n", "\n\n"])
def test_line_ends_and_empty_lines_mean_nothing(end: str, tmp_path: Path) -> None:
    assert head_of("\ufeff" + BEACON.replace("\n", end), tmp_path) == HEADS["beacon"]


def test_an_order_in_quotes_is_the_same_order(tmp_path: Path) -> None:
    text = BEACON.replace("  Kestrel: lose 1 shield\n", '  text "Kestrel: lose 1 shield"\n')
    assert text != BEACON
    assert head_of(text, tmp_path) == HEADS["beacon"]


LINES = BEACON.split("\n")
AT_LINES = st.integers(0, len(LINES) - 2)


def stirred(data: st.DataObject) -> str:
    """The text with one small change: a letter, a line that is gone, doubled or elsewhere, or two lines in one."""
    lines = list(LINES)
    at = data.draw(AT_LINES, label="line")
    match data.draw(st.sampled_from(["letter", "gone", "twice", "moved", "joined"]), label="change"):
        case "letter":
            column = data.draw(st.integers(0, max(len(lines[at]) - 1, 0)), label="column")
            letter = data.draw(
                st.sampled_from([*" .:;{}()[]\"?+-=09afxyz\\'", "", "\N{EN DASH}", "\t"]), label="letter"
            )
            lines[at] = lines[at][:column] + letter + lines[at][column + 1 :]
        case "gone":
            del lines[at]
        case "twice":
            lines.insert(at, lines[at])
        case "moved":
            lines.insert(data.draw(AT_LINES, label="to"), lines.pop(at))
        case _:
            lines[at : at + 2] = [" ".join(lines[at : at + 2])]
    return "\n".join(lines)


@settings(max_examples=150)
@given(data=st.data())
def test_a_changed_text_gives_the_same_record_or_none_with_a_place(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp()
    try:
        head = head_of(stirred(data), folder)
    except GameError as refusal:
        *faults, last = refusal.problems
        assert last == "Nothing of it was taken."
        assert faults
        assert all(re.match(r".*x\.sits\.txt:[0-9]+:[0-9]+: [A-Z\"(]", fault) for fault in faults), faults
    else:
        assert head == HEADS["beacon"]
