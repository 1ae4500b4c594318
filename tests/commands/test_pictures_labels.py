from rich.cells import cell_len
from rich.text import Text

from commands.render.columns import hung
from commands.render.pictures.canvas import Canvas, centred, printable
from sits_es.report.scenes import short_labels
from tests.shared.rows import each_row


@each_row(
    ("names", "labels"),
    [
        (["Fearless", "Sirius"], ["F", "S"]),
        (["Sirius", "Fearless", "Saladin"], ["S1", "F", "S2"]),
        (["fearless"], ["F"]),
        (['"Sea Fencer"'], ["S"]),
        (["", "---"], ["X1", "X2"]),
        ([], []),
    ],
)
def test_a_label_is_the_initial_with_a_number_where_names_share_one(names: list[str], labels: list[str]) -> None:
    assert list(short_labels(names).values()) == labels


def test_what_comes_later_changes_nobody_elses_label() -> None:
    ships = short_labels(["Hawk", "Heron", "Kestrel"])
    assert ships == {"Hawk": "H1", "Heron": "H2", "Kestrel": "K"}
    later = short_labels(["Hawk", "Heron", "Kestrel"], ["Kestrel-drone-1", "Heron-drone-1", "Mine", "Mote"])
    assert later == ships | {"Kestrel-drone-1": "K2", "Heron-drone-1": "H3", "Mine": "M", "Mote": "M2"}


@each_row(
    ("text", "plain"),
    [
        ("Fearless", "Fearless"),
        ("Éclair", "Éclair"),
        ("宇宙", "宇宙"),
        ("a\x1b[31mb", "a?[31mb"),
        ("a\tb\nc", "a b c"),
        ("x\u202ey", "x?y"),
    ],
)
def test_nothing_that_upsets_a_terminal_is_printed(text: str, plain: str) -> None:
    assert printable(text) == plain


@each_row(
    ("text", "width", "lines"),
    [
        ("one two three", 20, ["one two three"]),
        ("one two three", 8, ["one two", "  three"]),
        ("unbreakable", 5, ["unbre", "  aka", "  ble"]),
        ("a unbreakable", 5, ["a", "  unb", "  rea", "  kab", "  le"]),
        ("宇宙戦艦", 4, ["宇宙", "  戦", "  艦"]),
        ("", 5, [""]),
    ],
)
def test_lines_break_at_blanks_and_go_on_indented(text: str, width: int, lines: list[str]) -> None:
    found = [line.plain for line in hung(Text(text), width, 2)]
    assert found == lines
    assert all(cell_len(line) <= width for line in found)


def test_nothing_is_drawn_beyond_the_edge_of_a_sheet() -> None:
    sheet = Canvas(5)
    sheet.put(-2, 0, "abcdefgh")
    sheet.put(4, 1, "宇x")
    assert ["".join(letter for letter, _ in sheet.spans(row)) for row in range(sheet.height)] == ["cdefg"]


def test_a_wide_letter_takes_two_cells_and_a_combining_one_none() -> None:
    sheet = Canvas(6)
    sheet.put(0, 0, "宇e\u0301x")
    assert "".join(letter for letter, _ in sheet.spans(0)) == "宇e\u0301x"
    assert centred("宇", 4) == " 宇 "
