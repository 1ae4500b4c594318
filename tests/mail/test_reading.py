from __future__ import annotations

from collections.abc import Callable
from email import message_from_string

from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.mail.blocks import MOST_BYTES, armour, marked
from sits_es.mail.reading import Found, Writer, judge, read_letter, text_of_html, unflowed
from tests.mail import samples
from tests.mail.hostile import LONG_MAILS, PIECES, html
from tests.mail.samples import BLOCK, CONTENT, MARKED, ORDERS, REPORT, WHOLE, lines, name
from tests.shared.rows import each_row

NOISE, PROGRAM, PERSON = Writer.NOISE, Writer.PROGRAM, Writer.PERSON


def nothing_in(found: Found) -> bool:
    return (found.contents, found.orders) == ((), ())


@each_row(
    ("headers", "writer", "reason"),
    [
        ("From: red@example.org", PERSON, ""),
        ("Auto-Submitted: no", PERSON, ""),
        ("Return-Path: <red@example.org>", PERSON, ""),
        ("Precedence: first-class", PERSON, ""),
        ("Auto-Submitted: auto-generated", PROGRAM, "a program sent it"),
        ("Auto-Submitted: Auto-Notified; owner-email=x", PROGRAM, "a program sent it"),
        ("Precedence: bulk", PROGRAM, "it was sent to many people (precedence bulk)"),
        ("Precedence: LIST", PROGRAM, "it was sent to many people (precedence list)"),
        ("List-Id: <players.example.org>", PROGRAM, "a mailing list sent it"),
        ("Auto-Submitted: auto-replied (vacation)", NOISE, "it is an automatic reply"),
        ("Precedence: auto_reply", NOISE, "it is an automatic reply"),
        ("X-Autoreply: yes", NOISE, "it is an automatic reply"),
        ("Return-Path: <>", NOISE, "a mail system sent it: it has no return path"),
        ("Return-Path:", NOISE, "a mail system sent it: it has no return path"),
        ("From: Mail Delivery <MAILER-DAEMON@example.org>", NOISE, "a mail system sent it: mailer-daemon"),
        ("From: postmaster@example.org", NOISE, "a mail system sent it: postmaster"),
        ("Content-Type: multipart/report", NOISE, "it reports whether a mail was delivered"),
        ("Message-ID:  <sits.2b1a@example.org> ", PROGRAM, "a program sent it"),
    ],
)
def test_a_mail_is_judged_by_its_headers(headers: str, writer: Writer, reason: str) -> None:
    assert judge(message_from_string(f"{headers}\n\nbody\n")) == (writer, reason)


def many_parts(*parts: str) -> bytes:
    """A mail of several parts, each with its own headers."""
    head = 'From: red@example.org\nContent-Type: multipart/mixed; boundary="=_"\n\n'
    return (head + "".join(f"--=_\n{part}\n" for part in parts) + "--=_--\n").encode()


@each_row(("depth", "mail"), WHOLE.values())
def test_orders_and_bundle_are_found_in_every_kind_of_mail(depth: int, mail: bytes) -> None:
    found = read_letter(mail)
    assert (found.writer, found.reason, found.contents, found.faults) == (PERSON, "", (CONTENT,), ())
    assert lines(found.orders[0].text) == lines(ORDERS)
    assert found.orders[0].depth == depth
    assert (found.sender, found.message_id) == ("red@example.org", "<answer@example.org>")


def test_orders_above_a_quoted_report_come_first() -> None:
    found = read_letter(WHOLE["top posted"][1])
    assert [block.depth for block in found.orders] == [0, 1]
    assert lines(found.orders[1].text) == ["game duel", "turn 2", "ship Fearless", "# thrust 0 to 5"]


@each_row(
    ("mail", "told"),
    [
        (samples.HALF_BLOCK, f"A BUNDLE block has no end: part of the mail is missing. {samples.AGAIN}"),
        (samples.CHANGED_BLOCK, samples.CHANGED.format(name(CONTENT)[:8])),
        (samples.HALF_ORDERS, samples.HALF.format("end")),
    ],
)
def test_a_damaged_mail_says_what_is_damaged(mail: bytes, told: str) -> None:
    found = read_letter(mail)
    assert (found.contents, [fault.text for fault in found.faults]) == ((), [told])


@each_row(
    ("mail", "writer", "reason", "subject"),
    [
        (samples.CHAT, PERSON, "", "Tea"),
        (samples.ABSENCE, NOISE, "it is an automatic reply", "Re: Duel, turn 2"),
        (samples.BOUNCE, NOISE, "it reports whether a mail was delivered", "Re: Duel, turn 2"),
    ],
)
def test_a_mail_about_something_else_and_a_report_quoted_by_a_program_are_nobodys_orders(
    mail: bytes, writer: Writer, reason: str, subject: str
) -> None:
    found = read_letter(mail)
    assert nothing_in(found)
    assert (found.writer, found.reason, found.faults, found.subject) == (writer, reason, (), subject)


def test_bundles_of_a_program_are_read_and_its_orders_are_not() -> None:
    found = read_letter(samples.written(report=REPORT + MARKED).as_bytes())
    assert (found.writer, found.contents, found.orders) == (PROGRAM, (CONTENT,), ())


def test_a_file_of_fifty_megabytes_is_passed_over() -> None:
    mail = many_parts("Content-Type: text/plain\n\n" + BLOCK).replace(
        b"--=_--",
        b"--=_\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
        + (b"QUJD" * 199 + b"\n") * (50_000_000 * 4 // 3 // 797)
        + b"\n--=_--",
    )
    assert read_letter(mail).contents == (CONTENT,)


def test_many_bundles_that_unpack_to_much_are_not_all_opened() -> None:
    blocks = [armour(bytes([number]) * MOST_BYTES) for number in range(10)]
    found = read_letter(many_parts(*(f"Content-Type: text/plain\n\n{block}" for block in blocks)))
    assert [fault.text for fault in found.faults] == ["The mail's bundles hold more than 24 MB: the rest was not read."]
    assert len(found.contents) == 4


def test_so_many_blocks_of_a_mail_are_looked_at() -> None:
    found = read_letter(many_parts(*[f"Content-Type: text/plain\n\n{marked('BUNDLE', 'x')}" * 3] * 50))
    assert [each.text for each in found.faults][1:] == [
        "The mail's bundles hold more than 64 blocks: the rest was not read."
    ]


@each_row(
    "mail",
    [
        b"",
        b"\x00\xff" * 100,
        b"Subject: =?utf-8?b?a?=\n\nbody\n",
        b"Content-Type: text/plain; charset=no-such\n\n\xffbody\n",
        b"Content-Type: text/plain; charset=utf-16\n\n\xffbody\n",
        b"Content-Type: text/plain; charset*=a'b'\x00%00\n\nbody\n",
        b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nA\n",
        b"Content-Type: text/plain\nContent-Transfer-Encoding: uuencode\n\nbegin 0 a\n\xff\n",
        b"Content-Disposition: attachment; filename*0*=x''%ff; filename*1=.sits\n\nA\n",
    ],
)
def test_a_broken_mail_is_passed_over(mail: bytes) -> None:
    assert nothing_in(read_letter(mail))


@each_row(("much", "mail"), LONG_MAILS.values())
def test_a_hostile_mail_is_passed_over(much: int, mail: Callable[[int], bytes]) -> None:
    assert nothing_in(read_letter(mail(much)))


@given(st.binary(max_size=2000))
def test_bytes_that_are_no_mail_give_nothing(content: bytes) -> None:
    assert nothing_in(read_letter(content))


def test_a_mail_nested_in_mails_is_opened_so_far_and_no_further() -> None:
    inner = f"Subject: x\n\n{BLOCK}"
    for _ in range(8):
        inner = f"Content-Type: message/rfc822\n\n{inner}"
    assert read_letter(inner.encode()).contents == (CONTENT,)
    for _ in range(10):
        inner = f"Content-Type: message/rfc822\n\n{inner}"
    assert read_letter(inner.encode()).contents == ()


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """A good mail with a few bytes changed, taken out, doubled or put in."""
    kind = draw(st.sampled_from(("attached", "quoted", "HTML alone", "forwarded")))
    mail = bytearray(WHOLE[kind][1])
    odd = st.sampled_from([b"", b"\n", b"\n\n", b"=", b'"', b"--", b"\xff", b"\x00", b"<", b"MIME"])
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(mail) - 1))
        end = min(len(mail), at + draw(st.sampled_from([0, 1, 1, 2, 20, 300])))
        put = draw(odd | st.binary(max_size=4))
        mail[at:end] = put + mail[at:end] if draw(st.booleans()) else put
        mail = mail or bytearray(b" ")
    return bytes(mail)


@settings(max_examples=300)
@given(mutations())
def test_a_spoilt_mail_gives_the_bundle_or_nothing(mail: bytes) -> None:
    found = read_letter(mail)
    assert set(found.contents) <= {CONTENT}
    assert all(fault.text.endswith(".") for fault in found.faults)


def test_html_makes_up_for_plain_text_that_was_cut_off() -> None:
    html = f"<pre>{MARKED}\n{BLOCK}</pre>"
    plain = (MARKED + BLOCK).replace("-----END SITS", "")
    found = read_letter(many_parts(f"Content-Type: text/plain\n\n{plain}", f"Content-Type: text/html\n\n{html}"))
    assert (found.contents, found.faults) == ((CONTENT,), ())
    assert [lines(block.text) for block in found.orders] == [lines(ORDERS)]


# text of pages, and lines that flow


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
