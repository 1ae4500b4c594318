from __future__ import annotations

from sits_es.mail.reading import text_of_html, unflowed
from tests.mail.hostile import PIECES, html
from tests.shared.rows import each_row


@each_row(
    ("html", "shown"),
    [
        ("one<br>two", "one\ntwo"),
        ("<p>one</p><p>two</p>", "\none\n\ntwo\n"),
        ("one\ntwo", "one two"),
        ("<pre>one\n two</pre>", "\none\n two\n"),
        ("a&nbsp;&lt;b&gt; &#65;", "a <b> A"),
        ("x<!-- <p>hidden</p> -->y", "xy"),
        ("x<!-- never closed", "x<!-- never closed"),
        ("<style>p > b</style><script>if (a<b) c</script>seen", "seen"),
        ("<blockquote>said<br>so</blockquote>yes", "\n> said\n> so\nyes"),
        ("</blockquote></pre>plain", "\n\nplain"),
        ("3 < 4 and 5 > 2", "3 < 4 and 5 > 2"),
        ("<P CLASS=x>big</P>", "\nbig\n"),
        ("<bold>thin</bold>", "thin"),
        ("<p>map</p><svg><title/><style>.a{}</style><text>A</text></svg>below", "\nmap\nAbelow"),
    ],
)
def test_html_is_read_as_its_reader_sees_it(html: str, shown: str) -> None:
    assert text_of_html(html) == shown


@each_row("piece", [piece for piece in PIECES if piece != "<blockquote>"])
def test_hostile_html_is_shown_as_it_stands(piece: str) -> None:
    assert text_of_html(html(piece)) == html(piece)


def test_no_more_than_twenty_quotes_of_quotes_are_marked() -> None:
    shown = text_of_html(html("<blockquote>")).splitlines()
    assert shown[:3] == ["", "> ", "> > "]
    assert set(shown[20:]) == {"> " * 20}


@each_row(
    ("text", "joined", "read"),
    [
        ("one \ntwo\n", False, "one two\n"),
        ("one \ntwo\n", True, "onetwo\n"),
        (" stuffed\n", False, "stuffed\n"),
        ("> one \n> two\nthree\n", False, "> one two\nthree\n"),
        ("> one \n>> two\n", False, "> one \n>> two\n"),
        ("-- \nname\n", False, "-- \nname\n"),
        ("open \n", False, "open \n"),
        ("", False, "\n"),
    ],
)
def test_flowed_text_is_put_together_again(text: str, joined: bool, read: str) -> None:
    assert unflowed(text, joined=joined) == read
