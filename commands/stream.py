"""Standard output and standard error as the program writes to them: whatever they are, no command breaks off on them.

Nothing goes out that a terminal would obey, but for our own colours. What an encoding can't carry loses its accent or
goes out as `?`, and where it can't carry the drawings they are made of ASCII, as with --ascii. A reader who closes the
pipe ends the output and nothing else. Where the output can't be written the command does what it was asked to do all
the same, the reason is said on standard error, and the exit status is 1.
"""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from io import TextIOBase, TextIOWrapper
from typing import TYPE_CHECKING, Final, TextIO

from sits_es.sentences import visible

if TYPE_CHECKING:
    from sits_es.service.progress import Progress

#: The exit status of a command that is broken off at the keyboard, as shells have it.
INTERRUPTED: Final = 130

#: The name by which codecs know how to put what they can't carry.
_PUT_OTHERWISE: Final = "sits-es-put-otherwise"


#: What is drawn where only ASCII can be, each as wide as the sign that it stands for.
IN_ASCII: Final = str.maketrans(
    {"─": "-", "━": "=", "│": "|", "├": "|", "┤": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "▒": "%", "░": ":"}
    | {"█": "#", "●": "@", "■": "#", "◆": "&", "▼": "%", "○": "*", "□": "*", "◇": "*", "▽": "*", "▲": "^", "◡": "u"}
    | {"↑": "^", "↗": "/", "→": ">", "↘": "\\", "↓": "v", "↙": "/", "←": "<", "↖": "\\", "⊙": "O", "⊗": "X"}
    | {"·": ".", "∙": "*", "∘": "o", "∴": ":", "≈": "~", "…": ".", "\N{MULTIPLICATION SIGN}": "x"}
    | {"✓": "+", "✗": "x", "★": "*", "•": "*", "⬢": "*", "⬡": "o"}
)

#: What is to be said where the program is interrupted, beside that.
_PARTING: list[str] = []


@contextmanager
def interrupted(words: str) -> Iterator[None]:
    """Say so, too, where somebody breaks off meanwhile what is done."""
    try:
        yield
    except KeyboardInterrupt:
        _PARTING.append(words)
        raise


class SafeStream(TextIOBase):
    """A standard stream. trouble: why nothing can be written to it any more, or None.

    What is written after that is dropped, so that a command that changes the record comes to its end.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream: TextIO | TextIOBase = stream
        self.trouble: OSError | None = None
        self._coloured = False
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_PUT_OTHERWISE)

    @property
    def encoding(self) -> str:  # type: ignore[override]  # the library's stubs have a plain attribute
        """By one name for each. ASCII is called Latin-1, since Click writes UTF-8 to a stream that says it is ASCII."""
        name = codecs.lookup(self.stream.encoding or "utf-8").name
        return "iso8859-1" if name == "ascii" else name

    @property
    def failed(self) -> bool:
        """Whether something is lost that its reader wanted: a reader who is gone wanted no more."""
        return self.trouble is not None and not isinstance(self.trouble, BrokenPipeError)

    @contextmanager
    def coloured(self) -> Iterator[None]:
        """Let control characters through meanwhile: whoever writes has taken them out of other people's texts."""
        self._coloured = True
        try:
            yield
        finally:
            self._coloured = False

    def write(self, text: str) -> int:
        """Write what does nothing to a terminal; after a trouble, nothing."""
        shown = text if self._coloured else strip_controls(text)
        self._try(lambda: self.stream.write(shown))
        return len(text)

    def flush(self) -> None:
        """Write what is kept back."""
        self._try(self.stream.flush)

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """The number by which the system knows it."""
        return self.stream.fileno()

    def writable(self) -> bool:
        """Always; what became of it, `trouble` says."""
        return True

    def _try(self, step: Callable[[], object]) -> None:
        if self.trouble is not None:
            return
        try:
            step()
        except OSError as trouble:
            self.trouble = trouble
            # what is kept back would be tried once more when the program ends
            with suppress(OSError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, self.fileno())
                os.close(nowhere)


def strip_controls(text: str) -> str:
    """A text of several lines with nothing in it that a terminal would obey: much of it was written by others."""
    if text.replace("\n", "").isprintable():
        return text

    return "\n".join(visible(line) for line in text.split("\n"))


def can_draw() -> bool:
    """Whether standard output can carry every drawing: in a Unicode encoding."""
    return codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name.startswith("utf")


def is_dumb_terminal() -> bool:
    """Whether the terminal can do nothing but take text, as far as the environment says."""
    return os.environ.get("TERM", "").lower() in {"", "dumb", "unknown"}


def still_read() -> bool:
    """Whether all that was printed so far went out, as far as can be known."""
    return getattr(sys.stdout, "trouble", None) is None


def unread() -> bool:
    """Whether nobody reads standard output any more, or it can't be written: whoever writes for ever can end."""
    return isinstance(sys.stdout, SafeStream) and sys.stdout.trouble is not None


def run(program: Callable[[], None]) -> None:
    """Run a program on standard streams that can't break it, and exit with its status."""
    _open_closed()
    codecs.register_error(_PUT_OTHERWISE, _put_otherwise)
    plain = sys.stdout, sys.stderr
    out, err = (SafeStream(stream) for stream in plain)
    sys.stdout, sys.stderr = out, err
    try:
        status = _status(program)
        out.flush()
        if out.failed and out.trouble is not None:
            reason = (out.trouble.strerror or "the system gives no reason").lower()
            done = "" if status else " The command was still carried out."
            err.write(f"The output cannot be written: {reason}.{done}\n")
        err.flush()
        sys.exit(1 if not status and (out.failed or err.failed) else status)
    finally:
        sys.stdout, sys.stderr = plain


def _status(program: Callable[[], None]) -> int:
    """What the command came to: 0 fine, 1 refused, 2 wrong usage."""
    try:
        program()
    except SystemExit as end:
        if end.code != INTERRUPTED:
            return end.code if isinstance(end.code, int) else 0
    except UnicodeEncodeError as fault:
        if not any(fault.object in word for word in sys.argv):
            raise
        locale = sys.getfilesystemencoding()
        sys.stderr.write(f'The word "{fault.object}" is not text in the encoding of this locale, {locale}.\n')
        return 1
    except KeyboardInterrupt:
        pass
    else:
        return 0
    # the terminal has put ^C on this line
    said = " ".join(["Interrupted.", *_PARTING])
    _PARTING.clear()
    sys.stderr.write(f"\n{said}\n" if sys.stderr.isatty() else f"{said}\n")
    return INTERRUPTED


def _open_closed() -> None:
    """Open standard streams that are closed onto nothing, so that no file of ours gets the number of one."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdin = sys.stdin or _nothing(0)
    sys.stdout = sys.stdout or _nothing(1)
    sys.stderr = sys.stderr or _nothing(2)


def _nothing(number: int) -> TextIO:
    return os.fdopen(number, "w" if number else "r", encoding="utf-8", closefd=False)


def _put_otherwise(fault: UnicodeError) -> tuple[str, int]:
    """What goes out instead of letters that an encoding can't carry: without accents, or `?` for each column."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    return "".join(map(_bare, fault.object[fault.start : fault.end])), fault.end


def _bare(letter: str) -> str:
    from unicodedata import combining, east_asian_width, normalize

    first = normalize("NFD", letter)[0].translate(IN_ASCII)
    if first.isascii():
        return first
    return "" if combining(letter) else "??" if east_asian_width(letter) in "WF" else "?"


#: Seconds after which something takes a while, and between two looks at it.
A_WHILE: Final = 0.5
BETWEEN: Final = 0.1
#: Seconds from which on it is said how many are left.
LONG: Final = 3.0
#: The fewest columns of the bar itself, the most, and the most of all of it.
LEAST: Final = 5
BAR: Final = 30
LINE: Final = 79


@contextmanager
def progress(what: str, *, as_json: bool = False) -> Iterator[Progress]:
    """Show how far something has come, as it tells; nothing if standard error is no terminal that can show it.

    what: is being done, such as `Checking`. as_json: a program waits for it.
    """
    if as_json or not sys.stderr.isatty() or is_dumb_terminal():
        from sits_es.service.progress import silent

        yield silent
        return
    bar = _Bar(what)
    try:
        yield bar.told
    finally:
        bar.clear()


class _Bar:
    def __init__(self, what: str) -> None:
        self._what = what
        self._began = self._looked = time.monotonic()
        self._columns = 0

    def told(self, done: int, whole: int) -> None:
        """Show it, unless that was done a moment ago."""
        now = time.monotonic()
        if now - self._began < A_WHILE or now - self._looked < BETWEEN:
            return
        self._looked = now
        # the last column is left free: some terminals go on to the next line there
        room = min(shutil.get_terminal_size().columns - 1, LINE)
        line = bar_line(self._what, done, whole, now - self._began, room)
        self._write(f"\r{line.ljust(self._columns)}")
        self._columns = len(line)

    def clear(self) -> None:
        """Take it away."""
        if self._columns:
            self._write(f"\r{' ' * self._columns}\r")
            self._columns = 0

    def _write(self, text: str) -> None:
        through: AbstractContextManager[None] = (
            sys.stderr.coloured() if isinstance(sys.stderr, SafeStream) else nullcontext()
        )
        with through:
            sys.stderr.write(text)
            sys.stderr.flush()


def bar_line(what: str, done: int, whole: int, seconds: float, room: int) -> str:
    """`Checking [######......]  50%, 4 s left`, in so many columns; without a bar where nobody knows the whole.

    seconds: since it began.
    """
    if not whole:
        return f"{what} {done}"[:room]
    done = min(done, whole)
    said = f"{done * 100 // whole:3}%"
    if seconds >= LONG and 0 < done < whole:
        left = round(seconds * (whole - done) / done)
        said += f", {left} s left" if left < 100 else f", {round(left / 60)} min left"
    bar = min(room - len(what) - len(said) - 4, BAR)
    if bar < LEAST:
        return f"{what} {said}"[:room]
    full = done * bar // whole
    return f"{what} [{'#' * full}{'.' * (bar - full)}] {said}"
