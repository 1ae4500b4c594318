"""Plain English for facts: numbers with their words, lists, players' own words, names that may have been meant."""

from __future__ import annotations

import difflib
import json
import re
import shlex
import unicodedata
from collections.abc import Collection, Iterable
from typing import Final

#: A name that needs no quotes: letters, digits, - ' _, the first of them a letter, a digit or _.
PLAIN: Final = re.compile(r"\w[\w'-]*")

#: The longest word for which one like it is looked for, in characters.
MOST_LETTERS: Final = 60

#: Digits in such a row are a secret, wherever they are: they are never shown.
_SECRET: Final = re.compile(r"[0-9A-Fa-f]{32,}")


#: What no file on Windows can be called, whatever its ending, and what no file's name can hold there.
_DEVICE: Final = re.compile(r"con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]", re.IGNORECASE)
_NOT_IN_A_FILE: Final = frozenset('<>:"/\\|?*')


def counted(number: int, word: str) -> str:
    """A number with its word: `1 salvo`, `3 salvoes`, `2 hexes`, `0 points`."""
    if number == 1:
        return f"1 {word}"
    return f"{number} {word}{'es' if word.endswith(('o', 'x')) else 's'}"


def lasting(hours: int) -> str:
    """A time in whole days where it is one, else in hours: `7 days`, `36 hours`."""
    days, rest = divmod(hours, 24)
    return counted(hours, "hour") if rest else counted(days, "day")


def article(word: str) -> str:
    """A word with its article: `a ship`, `an impulse`, `a unit`."""
    sounds_like_you = word.lower().startswith(("uni", "use", "eu"))
    return f"{'an' if word[:1].lower() in set('aeiou') and not sounds_like_you else 'a'} {word}"


def listed(words: Iterable[str], none: str = "none") -> str:
    """Words as a list: `port, forward and aft`; `none` when there is not one."""
    *first, last = list(words) or [none]
    return f"{', '.join(first)} and {last}" if first else last


def of_side(side: str, player: str) -> str:
    """A side with its player in brackets, where that is not its name: `blue (Anna)`."""
    return side if side == player else f"{side} ({player})"


def owe(people: Collection[str]) -> str:
    """Who owes what is named after it: `red owes`, `blue and red owe`."""
    return f"{listed(people)} {'owes' if len(people) == 1 else 'owe'}"


def either(words: Iterable[object]) -> str:
    """Words of which one is meant: `port, forward or aft`; nothing when there is not one."""
    *first, last = list(map(str, words)) or [""]
    return f"{', '.join(first)} or {last}" if first else last


def first_sentence(text: str) -> str:
    """The first sentence of a text, on one line."""
    return re.split(r"(?<=[.!?])\s", " ".join(text.split()))[0]


def one_line(text: str) -> str:
    """A text without line breaks, control characters or double spaces."""
    if not text.isprintable():
        text = "".join(mark if mark.isprintable() else " " for mark in text)
    return " ".join(text.split())


def paragraphs(parts: Iterable[str]) -> str:
    """Parts one below the other, with a blank line between them; those that say nothing are left out."""
    return "\n\n".join(part for part in parts if part)


def without_full_stop(text: str) -> str:
    """A text that may be a sentence of its own, ready to end another one: without its full stop."""
    return one_line(text).removesuffix(".")


def shell(word: str) -> str:
    """A word as a shell takes it: in quotes where it needs them."""
    return shlex.quote(word)


def unstorable(name: str) -> str | None:
    """Why a Windows machine can't store a file of that name, in a sentence; None for one that it can.

    Source: learn.microsoft.com, "Naming Files, Paths, and Namespaces".
    """
    if _DEVICE.fullmatch(name.partition(".")[0].rstrip()):
        why = "it is the name of a device there"
    elif name.endswith((".", " ")):
        why = "it ends with a dot or a space"
    elif not name.isprintable() or _NOT_IN_A_FILE.intersection(name):
        why = 'it holds one of < > : " / \\ | ? * or an invisible character'
    else:
        return None
    return f"Windows can't store {quoted(name)}: {why}."


def visible(text: str) -> str:
    """The text on one line with nothing in it that a terminal would obey; as many characters as before."""
    return text if text.isprintable() else "".join(_visible(letter) for letter in text)


def _visible(letter: str) -> str:
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}"


def escaped(text: str) -> str:
    """JSON with nothing in it that a terminal would obey: numbers stand for such characters, and mean the same."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else json.dumps(letter)[1:-1] for letter in text)


def quoted(text: str) -> str:
    """A player's own words inside a sentence: in quotes, one line, 40 characters at most, never a secret."""
    shown = visible(without_secrets(text))
    return f'"{shown}"' if len(shown) <= 40 else f'"{shown[:37]}..."'


def without_secrets(text: str) -> str:
    """The text with a star for each digit of a secret; as many characters as before."""
    return _SECRET.sub(lambda digits: "*" * len(digits[0]), text)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like this one, the first of equals; None when nothing is alike."""
    every = {other.casefold(): other for other in reversed(tuple(known))}
    if len(name) > MOST_LETTERS:
        return None
    found = difflib.get_close_matches(name.casefold(), sorted(every), n=1, cutoff=0.6)
    return every[found[0]] if found else None


def unknown(kind: str, name: str, known: Iterable[str], kinds: str = "") -> str:
    """Say that there is no such name, which may have been meant, and which there are, in the order given.

    kind: the word for one of them, such as "ship"; kinds: for several, when an s after it is not right.
    """
    every = tuple(known)
    kinds = kinds or f"{kind}s"
    said = [f"There is no {kind} {name if PLAIN.fullmatch(name) else quoted(name)}."]
    if (meant := nearest(name, every)) is not None:
        said.append(f"Did you mean {meant}?")
    if all(other.isascii() for other in every) and (stranger := unknown_characters(name)):
        said.append(stranger)
    said.append(f"{kinds.capitalize()}: {', '.join(every)}." if every else f"There are no {kinds}.")
    return " ".join(said)


def unknown_characters(text: str) -> str:
    """Name the first character of a text that is not plain ASCII, since many look like one that is; else empty."""
    for letter in text:
        if not letter.isascii():
            name = unicodedata.name(letter, f"U+{ord(letter):04X}").lower()
            return f"The text holds {quoted(letter)} ({name})." if letter.isprintable() else f"The text holds {name}."
    return ""


def utc(time: str) -> str:
    """A time of the record, such as 2026-12-01T18:00Z, as people read it: 2026-12-01 18:00 UTC."""
    return f"{time[:10]} {time[11:16]} UTC"


def size_in_words(size: int) -> str:
    """A size in bytes as people read it: 800 bytes, 61 kB, 1.3 MB, 2.5 GB."""
    if size < 1000:
        return counted(size, "byte")
    if size < 1_000_000:
        return f"{round(size / 1000)} kB"
    return f"{size / 1_000_000:.1f} MB" if size < 1_000_000_000 else f"{size / 1_000_000_000:.1f} GB"
