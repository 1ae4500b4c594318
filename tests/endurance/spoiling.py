"""Ways to spoil a letter: its bytes, lines, headers, MIME parts, encodings, armour, and the packet inside."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.mime.multipart import MIMEMultipart
from email.policy import SMTP
from random import Random
from typing import Any, Final

from attrs import define, field

from sits_es.keys.identity import Identity
from sits_es.mail.blocks import bundle_name, find_bundles

#: What may stand anywhere in a packet where it does not belong.
ODD: Final[Sequence[Any]] = (
    *(None, True, False, 0, 1, -1, 2, 9, 63, 10**4, 2**53 - 1, 2**53, 10**40, 0.5, 1e300, "", "x", "red", "blue"),
    *("ump", "duel", "duel-2", "1", "0" * 64, "f" * 64, "\x00", "\ud800", "\u202e", "é" * 60, "x" * 3000, "[/bold]"),
    *("2026-01-02T03:04Z", "9999-12-31T23:59Z", "2026-13-45T99:99Z", [], {}, [[]], [None], {"": ""}, ["red", "blue"]),
    *({"red": [1, "0" * 64]}, "seal", "open", "bundle", "invite", "epoch", "without", "A" * 344),
)
HEADERS: Final = (
    *("From", "To", "Subject", "Message-ID", "In-Reply-To", "References", "Date", "Content-Type", "Auto-Submitted"),
    *("Content-Transfer-Encoding", "MIME-Version", "Precedence", "List-Id", "Return-Path", "Reply-To", "X-Autoreply"),
)
VALUES: Final = (
    *("", " ", "=?utf-8?q?=?=", "=?x?b?=?=", "=?utf-8?b?////?=", "\x00", "é", "a" * 5000, "<>", "<@>", "(" * 200),
    *("multipart/mixed; boundary=", 'multipart/mixed; boundary="x', "multipart/alternative", "message/rfc822"),
    *("text/html; charset=utf-16", "text/plain; charset=nope", "text/plain; format=flowed; delsp=yes", "base64"),
    *("quoted-printable", "x-uuencode", "8bit", "auto-replied", "bulk", "red@example.org", "blue <blue@example.org>"),
)
#: What is signed of the parts of a bundle: before which tag, and under which name.
SIGNED: Final = {"packets": (b"sits-es/packet/2", "packet"), "entries": (b"sits-es/entry/1", "order")}


@define
class Spoiler:
    """Spoils letters by chance. own: the writer's key; other: a stranger's; lawful: the last is signed by own."""

    chance: Random = field(repr=False)
    own: Identity
    other: Identity
    lawful: bool = False

    def spoil(self, letter: bytes) -> bytes:
        """A letter with one to three things wrong with it."""
        self.lawful = False
        ways = (self._bytes, self._lines, self._headers, self._parts, self._encoded, self._armour, self._packet)
        for way in self.chance.choices(ways, (2, 2, 2, 2, 1, 3, 6), k=self.chance.choice((1, 1, 1, 2, 3))):
            letter = way(letter)
        return letter

    def _bytes(self, letter: bytes) -> bytes:
        changed = bytearray(letter)
        for _ in range(self.chance.choice((1, 1, 3, 20))):
            at, much = self.chance.randrange(len(changed) + 1), self.chance.choice((1, 1, 4, 100))
            match self.chance.randrange(5):
                case 0:
                    changed[at : at + much] = b""
                case 1:
                    changed[at:at] = self.chance.randbytes(much)
                case 2:
                    changed[at : at + much] = self.chance.randbytes(much)
                case 3:
                    other = self.chance.randrange(len(changed) + 1)
                    changed[at:at] = changed[other : other + 50 * much]
                case _:
                    changed[at : at + 1] = self.chance.choice(
                        (b"\x00", b"\n", b"\r", b"\n\n", b"-", b">", b"=", b"\xff")
                    )
        return bytes(changed[: self.chance.randrange(1, len(changed) + 2)] if self.chance.random() < 0.1 else changed)

    def _lines(self, letter: bytes) -> bytes:
        lines = letter.splitlines(keepends=True) or [b""]
        at = self.chance.randrange(len(lines))
        match self.chance.randrange(8):
            case 0:
                del lines[at : at + self.chance.choice((1, 1, 5))]
            case 1:
                lines.insert(at, self.chance.choice(lines))
            case 2:
                lines[at:] = [b"> " + line for line in lines[at:]]
            case 3:
                self.chance.shuffle(lines)
            case 4:
                lines = [line[:60] + b"\n" + line[60:] if len(line) > 61 else line for line in lines]
            case 5:
                lines[at : at + 1] = [lines[at]] * self.chance.choice((2, 2, 50, 3000))
            case 6:
                lines = [line.rstrip() + self.chance.choice((b" \r\n", b"\r", b"=\n", b"\n")) for line in lines]
            case _:
                lines[at] = b"-----BEGIN SITS BUNDLE-----\n" * self.chance.choice((1, 2, 100))
        return b"".join(lines)

    def _headers(self, letter: bytes) -> bytes:
        head, gap, body = letter.partition(b"\n\n" if b"\n\n" in letter else b"\r\n\r\n")
        name, value = self.chance.choice(HEADERS).encode(), self.chance.choice(VALUES).encode("utf-8", "surrogatepass")
        line = name + b": " + value
        match self.chance.randrange(4):
            case 0:
                head = re.sub(rb"(?im)^" + name + rb":[^\n]*", lambda _: line, head)
            case 1:
                head = line + b"\n" + head
            case 2:
                head = re.sub(rb"(?im)^" + name + rb":[^\n]*\n?", b"", head)
            case _:
                head = head + (b"\n" + line) * self.chance.choice((1, 10, 2000))
        return head + gap + body

    def _parts(self, letter: bytes) -> bytes:
        """The letter in another mail, or its parts in another order, or many times over."""
        inner = message_from_bytes(letter)
        outer = MIMEMultipart(self.chance.choice(("mixed", "alternative", "report", "digest", "signed")))
        for name in ("From", "To", "Subject"):
            outer[name] = "red@example.org"
        match self.chance.randrange(3):
            case 0:
                nested = self.chance.choice((1, 2, 12))
                content = letter
                for _ in range(nested):
                    content = b"Content-Type: message/rfc822\n\n" + content
                return content
            case 1:
                parts = [part for part in inner.walk() if not part.is_multipart()]
                self.chance.shuffle(parts)
                for part in (parts * self.chance.choice((1, 1, 2, 40)))[:250]:
                    outer.attach(part)
            case _:
                for _ in range(self.chance.choice((1, 2, 5))):
                    outer.attach(inner)
        return _written(outer) or letter

    def _encoded(self, letter: bytes) -> bytes:
        """Its text in another encoding, or as HTML."""
        text = _text(letter)
        message = EmailMessage(policy=SMTP)
        for name in ("From", "To", "Subject"):
            message[name] = "red@example.org"
        match self.chance.randrange(5):
            case 0:
                message.set_content(text, cte="base64")
            case 1:
                message.set_content(text, cte="quoted-printable")
            case 2:
                broken = text.replace("\n", self.chance.choice(("<br>", "</p><p>", "\n<blockquote>")))
                message.set_content(f"<html><p>{broken}", subtype="html", cte="base64")
            case 3:
                message.set_content(text.encode("utf-16"), "text", "plain", cte="base64")
            case _:
                message.set_content(text.encode(), "application", self.chance.choice(("x-sits", "zip")), cte="base64")
        return _written(message) or letter

    def _armour(self, letter: bytes) -> bytes:
        """The block's own header, or what is packed in it."""
        blocks = [each for each in find_bundles(_text(letter)) if isinstance(each, bytes)]
        if not blocks:
            return self._bytes(letter)
        content = self.chance.choice(blocks)
        digest, packed = bundle_name(content), zlib.compress(content, self.chance.choice((0, 1, 9)))
        match self.chance.randrange(5):
            case 1:
                digest = self.chance.randbytes(16).hex()
            case 2:
                packed = zlib.compress(b" " * self.chance.choice((2_000_000, 20_000_000)), 9)
            case 3:
                packed += self.chance.randbytes(9)
            case 4:
                packed = packed[: self.chance.randrange(len(packed) or 1)]
            case _:
                packed = zlib.compress(content[: self.chance.randrange(len(content) or 1)])
        return mail_of(block(packed, digest))

    def _packet(self, letter: bytes) -> bytes:
        """What a packet says, signed by its sender, by somebody else, or with the signature that it had."""
        blocks = [each for each in find_bundles(_text(letter)) if isinstance(each, bytes)]
        if not blocks:
            return self._bytes(letter)
        try:
            data = json.loads(self.chance.choice(blocks))
            kind = self.chance.choice([each for each in ("packets", "entries") if data.get(each)])
            part = self.chance.choice(data[kind])
            tag, name = SIGNED[kind]
            for _ in range(self.chance.choice((1, 1, 2))):
                self.change(part[name])
            message = tag + _canonical(part[name])
        except (ValueError, IndexError, LookupError, TypeError):  # it was spoilt before
            return self._bytes(letter)
        who = self.chance.choice((self.other, self.own, None))
        if who is not None:
            part["signature"], self.lawful = who.sign(message).hex(), who is self.own
            part["key"] = who.key if self.chance.random() < 0.5 else part["key"]
        content = _canonical(data)
        return mail_of(block(zlib.compress(content, 9), bundle_name(content)))

    def change(self, data: Any) -> None:
        """Change one value somewhere in it."""
        places = places_in(data)
        if not places:
            return
        holder, key = self.chance.choice(places)
        match self.chance.randrange(6):
            case 0 if isinstance(holder, dict):
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[self.chance.choice(("x", "at", "taken", "own", "escrow", "mark", "players"))] = self._odd()
            case 2 if isinstance(holder[key], int) and not isinstance(holder[key], bool):
                holder[key] += self.chance.choice((-1, 1, 1, 2, 100))
            case 3:
                other, name = self.chance.choice(places)
                holder[key] = json.loads(json.dumps(other[name]))
            case 4 if isinstance(holder[key], list):
                holder[key] = holder[key] * self.chance.choice((2, 70))
            case _:
                holder[key] = self._odd()

    def _odd(self) -> Any:
        """A value of its own: what is changed in it later stays in this packet."""
        return deepcopy(self.chance.choice(ODD))


def places_in(data: Any) -> list[tuple[Any, Any]]:
    """Every value in some data, by what holds it and where."""
    found: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        holder = waiting.pop()
        inside: Sequence[tuple[Any, Any]] = []
        if isinstance(holder, dict):
            inside = list(holder.items())
        elif isinstance(holder, list):
            inside = list(enumerate(holder))
        found += [(holder, key) for key, _ in inside]
        waiting += [value for _, value in inside]
    return found


def _canonical(data: Mapping[str, Any]) -> bytes:
    """As packets are written, where that can be. Raises ValueError for what no file can hold."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def canonical_or_not(data: Any) -> bytes | None:
    """The same; None for what no file can hold."""
    try:
        return _canonical(data)
    except ValueError:
        return None


def block(packed: bytes, digest: str) -> str:
    """A bundle's block."""
    lines = re.findall(".{1,64}", base64.b64encode(packed).decode())
    head = ["Game: duel", "From: blue", f"Bundle: {digest}", ""]
    return "\n".join(["-----BEGIN SITS BUNDLE-----", *head, *lines, "-----END SITS BUNDLE-----", ""])


def mail_of(text: str) -> bytes:
    """A mail with some text."""
    message = EmailMessage(policy=SMTP)
    for name, value in (("From", "anna@example.org"), ("To", "ben@example.org"), ("Subject", "duel")):
        message[name] = value
    message.set_content(text)
    return message.as_bytes()


def _text(letter: bytes) -> str:
    """Every text of a mail, one after the other."""
    try:
        found = [part.get_payload(decode=True) for part in message_from_bytes(letter).walk() if not part.is_multipart()]
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError):
        found = [letter]
    return "\n".join(content.decode("utf-8", "replace") for content in found if isinstance(content, bytes))


def _written(message: Message) -> bytes | None:
    """A mail as bytes; None where the library can't write what was made of it."""
    writing: Callable[[], bytes] = message.as_bytes
    try:
        return writing()
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError):
        return None
