"""Two players with fixed keys, a bundle, and the mails that programs of all kinds make of a letter that holds it."""

from __future__ import annotations

import html
import quopri
import textwrap
from base64 import b64encode, encodebytes
from collections.abc import Mapping
from email.message import EmailMessage
from hashlib import sha256, shake_256
from itertools import chain
from typing import Any, Final

from sits_es.keys.identity import Identity
from sits_es.mail.blocks import armour, orders_block
from sits_es.mail.letters import Letter, write_letter

RED: Final = Identity.from_secret("red", bytes(range(32)))
BLUE: Final = Identity.from_secret("blue", bytes(range(32, 64)))

REPORT: Final = "Duel, turn 2.\n\nFearless is at 0412, velocity 3A 1+.\nSirius is at 0920, 8 hexes off.\n"
ORDERS: Final = (
    "game duel\nturn 2\nship Fearless\n  1    fire forward-graser at Sirius\n"
    '  2    thrust 4\n  2    pivot to B+\n  3-4  launch port 3 salvoes at "Old Sirius"\n  stop if launched at\n'
)
ABOUT: Final = ("Game: duel", "From: blue", "Holds: entries 12-19, seal")


def bundle(number: int = 4) -> bytes:
    """A bundle with a box in it; each number has another."""
    box = b64encode(shake_256(b"%d" % number).digest(600)).decode()
    return f'[{{"by":"blue","kind":"seal","number":{number},"own":"{box}"}}]'.encode()


def name(content: bytes) -> str:
    """How blocks name a bundle."""
    return sha256(content).hexdigest()[:32]


def lines(text: str) -> list[str]:
    """What the lines of a text say, without how they are set."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def quoted(text: str, mark: str = "> ") -> str:
    """A text as mail programs quote it."""
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in text.splitlines())


CONTENT: Final = bundle()
#: What is said of half a block of orders, and of bundles that came in part or changed.
HALF: Final = "An ORDERS block has no {} line, so it was ignored. Leave both marks, BEGIN and END, as they are."
AGAIN: Final = "Ask for the mail again, or read the .sits file that came with it."
CHANGED: Final = f"The BUNDLE block {{}} was changed in transit: its content does not match its name. {AGAIN}"


def written(number: int = 4, /, **changes: Any) -> EmailMessage:
    """A letter of blue to red with one bundle. changes: other fields of it."""
    usual: dict[str, Any] = {
        "sender": "blue@example.org",
        "to": ("red@example.org",),
        "subject": "Duel, turn 2",
        "report": REPORT,
        "content": bundle(number),
        "about": ABOUT,
    }
    return write_letter(Letter(**(usual | changes)))


BLOCK: Final = armour(CONTENT, ABOUT)
MARKED: Final = orders_block(ORDERS)
LETTER: Final = f"{REPORT}\n{MARKED}\n{BLOCK}"

_HEADERS: Final = (
    "From: Red <red@example.org>\nTo: games@example.org\nSubject: Re: Duel, turn 2\nMessage-ID: <answer@example.org>\n"
    "In-Reply-To: <sits.report@example.org>\nMIME-Version: 1.0\n"
)
_BLUES: Final = (
    "From: Blue <blue@example.org>\nTo: red@example.org\nSubject: =?utf-8?b?RHVlbCDigJMgdHVybiAy?=\n"
    f"Message-ID: <sits.report@example.org>\nContent-Type: text/plain; charset=us-ascii\n\n{LETTER}"
)


def _mail(text: str | bytes, kind: str = "text/plain; charset=us-ascii", more: str = "") -> bytes:
    content = text if isinstance(text, bytes) else text.encode()
    return f"{_HEADERS}Content-Type: {kind}\n{more}\n".encode() + content


def _parts(kind: str, *parts: str) -> bytes:
    return _mail("".join(f"--=_part\n{part}\n" for part in parts) + "--=_part--\n", f'{kind}; boundary="=_part"')


def _file(named: str, content: str) -> str:
    kind = f'Content-Type: application/octet-stream; name="{named}"\nContent-Transfer-Encoding: base64\n\n'
    return kind + encodebytes(content.encode()).decode()


def _flowed(text: str) -> str:
    """Lines broken at 50 characters, with the space that says so."""
    pieces = ([line[at : at + 50] for at in range(0, len(line), 50)] or [""] for line in text.splitlines())
    return "\n".join(chain.from_iterable([" \n> ".join(line)] for line in pieces))


def _rewrapped(block: str) -> str:
    """Paragraphs filled with the marks of quoting in them, and long lines broken without one."""
    head, body = quoted(block).split("\n>\n")
    return f"{textwrap.fill(head, 52)}\n" + "\n".join(textwrap.fill(line, 42) for line in body.splitlines())


def _soft(block: str) -> str:
    """As quoted-printable breaks long lines, left undecoded and quoted."""
    return quoted(block.replace(block[400:410], block[400:410] + "=\n").replace("Bundle:", "Bun=64le:"))


def divisions(text: str) -> str:
    """A text as an editor of pages holds it."""
    shown = (html.escape(line).replace("  ", "&nbsp; ") or "<br>" for line in text.splitlines())
    return "".join(f"<div>{line}</div>\n" for line in shown)


_HTML: Final = (
    "<html><head><style>p {margin: 0 > 1}</style><title>x</title></head><body>\n<!-- <b>-----BEGIN SITS ORDERS-----</b>"
    f' -->\n<p class="a">Hello,<span>&#160;</span>see below.</p>\n<blockquote type="cite">{divisions(REPORT + MARKED)}'
    f"<blockquote>{BLOCK.replace(chr(10), '<br>' + chr(10))}</blockquote></blockquote>\n</body></html>\n"
)
_TYPED: Final = MARKED.replace(' "', " \u201c").replace('"', "\u201d")

_UTF8: Final = 'text/plain; charset="utf-8"'
_ENCODED: Final = "Content-Transfer-Encoding: {}\n"
_TEXT: Final = "Content-Type: text/plain; charset=utf-8\n\n"

#: Mails with the orders and the bundle, by what a mail program made of them: how deep the orders are quoted, the mail.
WHOLE: Final[Mapping[str, tuple[int, bytes]]] = {
    "quoted": (1, _mail("Here are my orders.\n\nOn Monday the game wrote:\n" + quoted(LETTER))),
    "top posted": (
        0,
        _mail(
            f"{MARKED}\nOn Monday the game wrote:\n"
            + quoted(REPORT + orders_block("game duel\nturn 2\nship Fearless\n  # thrust 0 to 5\n") + BLOCK)
        ),
    ),
    "quoted-printable": (
        2,
        _mail(
            quopri.encodestring(f"Sch\u00f6ne Gr\u00fc\u00dfe \u2013 here.\n\n{quoted(LETTER, '> > ')}".encode()),
            _UTF8,
            _ENCODED.format("quoted-printable"),
        ),
    ),
    "base64": (
        0,
        _mail(encodebytes(f"\ufeffMine \u2014 as agreed.\n\n{LETTER}".encode()), _UTF8, _ENCODED.format("base64")),
    ),
    "HTML alone": (1, _mail(_HTML, 'text/html; charset="utf-8"')),
    "flowed": (
        1,
        _mail(
            f"These are my orders and I have taken care to  \nwrite a line that flows.\n\n{_flowed(quoted(LETTER))}\n",
            "text/plain; charset=utf-8; format=flowed; delsp=yes",
        ),
    ),
    "wrapped again": (1, _mail(f"Mine.\n\n{quoted(REPORT + MARKED)}{_rewrapped(BLOCK)}\n", "text/plain")),
    "plain and HTML": (
        1,
        _parts(
            "multipart/alternative",
            f"{_TEXT}My orders.\n\n{quoted(LETTER)}",
            "Content-Type: text/html; charset=utf-8\n\n"
            f"<div>My orders.</div><blockquote><pre>{html.escape(LETTER)}</pre></blockquote>",
        ),
    ),
    "forwarded": (
        1,
        _parts("multipart/mixed", f"{_TEXT}See the mail.\n", f"Content-Type: message/rfc822\n\n{_BLUES}"),
    ),
    "forwarded as a file": (1, _parts("multipart/mixed", f"{_TEXT}See the mail.\n", _file("Duel.eml", _BLUES))),
    "attached": (
        0,
        _parts(
            "multipart/mixed",
            f"{_TEXT}Both are attached.\n\n{BLOCK[:600]}\n[Message clipped]\n",
            _file("duel.SITS", BLOCK),
            _file("red.orders", ORDERS),
        ),
    ),
    "bars and typography": (
        1,
        _mail(
            (
                "As written by phone \u2014 sorry.\n\n"
                + quoted(_TYPED.replace("-----BEGIN", "\u2014\u2014\u2014BEGIN") + "\n" + BLOCK, "|     ")
            ).encode("windows-1252"),
            'text/plain; charset="windows-1252"',
            _ENCODED.format("8bit"),
        ),
    ),
    "passed on undecoded": (
        1,
        _mail(f"The raw mail:\n\n{quoted(MARKED)}\n{_ENCODED.format('quoted-printable')}\n{_soft(BLOCK)}"),
    ),
}

#: Mails that hold nothing whole.
HALF_BLOCK: Final = _mail(quoted(f"{REPORT}\n{MARKED}\n{BLOCK[:700]}"))
CHANGED_BLOCK: Final = _mail(quoted(BLOCK.replace("\n\ne", "\n\nE")))
HALF_ORDERS: Final = _mail(quoted(MARKED[:100]))
CHAT: Final = _mail("Shall we meet on Sunday? The second -----BEGIN of the year.\n").replace(
    b"Re: Duel, turn 2", b"Tea"
)
ABSENCE: Final = _mail(f"Away until Monday.\n\n{quoted(LETTER)}", more="Auto-Submitted: auto-replied\n")
BOUNCE: Final = _parts(
    "multipart/report", "Content-Type: text/plain\n\nNo such user.\n", f"Content-Type: message/rfc822\n\n{_BLUES}"
)
