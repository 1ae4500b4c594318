"""Games whose chain is right and whose facts make no sense, in a folder beside a sound one.

A game comes as a bundle, or lies in the store as if it had always been there. Commands answer in words, and the sound
game goes on; the odd one can be written into a file and deleted.
"""

from __future__ import annotations

import atexit
import shutil
import traceback
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Final

from sits_es.service.session import Session
from tests.endurance.limit import limited
from tests.endurance.memory import in_memory
from tests.endurance.odd_facts import Odd, Oddity
from tests.endurance.odd_letters import READER, OddLetter, letter
from tests.endurance.page_flips import at_home
from tests.shared.commands_told import Told, run
from tests.shared.duels import SCENARIO
from tests.shared.watch import told_by
from tests.stored_games.recipe import WATCH, copy

#: What is asked of every folder with an odd game, whatever it is.
ALWAYS: Final = (("games",),)
#: And two of these.
OFTEN: Final = (("doctor",), ("audit", "all", "--jobs", "1"), ("follow", "--for", "0"))
#: What is asked of the odd game: words before its name, and behind it.
ASKED: Final[Sequence[tuple[tuple[str, ...], tuple[str, ...]]]] = (
    (("show",), ()),
    (("show", "-vv"), ()),
    (("show", "--json"), ()),
    (("show", "--at", "#2"), ()),
    (("show", "--at", "1.2"), ()),
    (("show", "--at", "2026-03-01T18:00"), ()),
    (("show", "-o", "map.svg"), ()),
    (("games", "branches"), ()),
    (("games", "branches", "--json"), ()),
    (("audit", "verify"), ()),
    (("audit", "list"), ()),
    (("audit", "list", "--json"), ()),
    (("audit", "list"), ("a",)),
    (("audit", "prove"), ("1",)),
    (("audit", "export", "-o", "events"), ()),
    (("audit", "list", "--at", "1.2"), ()),
    (("replay",), ()),
    (("replay", "--step"), ()),
    (("replay", "--json"), ()),
    (("replay", "-o", "game.html"), ()),
    (("report", "-o", "report.html"), ()),
    (("report", "-v", "-o", "report.txt"), ()),
    (("report", "-o", "report.svg"), ()),
    (("report", "-o", "report.json"), ()),
    (("explain",), ("3",)),
    (("explain",), ("12",)),
    (("explain", "--json"), ("25",)),
    (("stats",), ("luck",)),
    (("stats",), ()),
    (("stats", "-o", "graph.svg"), ()),
    (("fork", "--at", "#3", "--name", "other"), ()),
    (("fork", "--at", "1.2", "--name", "other"), ()),
    (("diff",), ("duel",)),
    (("diff",), ("odd-fork",)),
    (("games", "rename"), ("sunday",)),
    (("games", "archive"), ()),
    (("orders", "new", "--as", "red"), ()),
    (("play", "--drift", "red", "--drift", "blue"), ()),
    (("play", "--pass"), ()),
    (("export", "--all", "-o", "all.bundle"), ()),
)
#: How many of these a case asks, and seconds that it may take.
ASKS, PATIENCE = 3, 60.0
#: The share of cases that are letters.
BY_MAIL: Final = 0.2
#: Control characters that may stand in an answer: a terminal would obey the others.
PLAIN: Final = frozenset("\n\t")


@cache
def sound_folder() -> Path:
    """A folder with one game, an exchange of which was played."""
    folder = Path(mkdtemp(prefix="sits-facts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "duel.toml").write_text(SCENARIO, encoding="utf-8")
    with at_home(folder):
        for words in (
            ("new", "duel.toml", "--name", "duel"),
            ("play", "duel", "--drift", "red", "--drift", "blue"),
            ("games",),
        ):
            assert run(*words).code == 0, words
    return folder


@cache
def neighbour() -> dict[tuple[str, ...], Told]:
    """What a folder answers of its sound game, where there is no odd one."""
    with in_memory() as folder:
        shutil.copytree(sound_folder(), folder / "sound")
        with at_home(folder / "sound"):
            return {words: run(*words) for words in (("show", "duel"), ("audit", "verify", "duel"))}


def named(before: Sequence[str], game: str, after: Sequence[str] = ()) -> tuple[str, ...]:
    """A command about a game that may be called anything, such as -x."""
    return (*before, "--", game, *after)


def asked(odd: Odd, chance: Random) -> Iterator[tuple[str, ...]]:
    """The commands that a case runs once the game is there."""
    yield from (*ALWAYS, *chance.sample(OFTEN, 2))
    for before, after in chance.sample(ASKED, ASKS):
        yield named(before, chance.choice([each.name for each in odd.streams]), after)


#: What is asked of a folder to which an odd letter came: always, and some of it.
ALWAYS_BY_MAIL: Final = (("mail", "status"), ("games",), ("doctor",), ("mail", "in", "--quiet"))
ASKED_BY_MAIL: Final = (
    ("mail", "status", "--json"),
    ("mail", "status", "duel"),
    ("mail", "status", "--all"),
    ("mail", "log", "duel"),
    ("mail", "log", "duel", "--json"),
    ("mail", "log", "duel", "--check"),
    ("mail", "in"),
    ("mail", "out"),
    ("agree", "duel"),
    ("agree", "duel", "--fork", "why"),
    ("propose", "next", "duel"),
    ("propose", "end", "duel"),
    ("orders", "new", "duel", "--as", "red", "-o", "new.orders"),
    ("show", "duel"),
    ("audit", "all", "--jobs", "1"),
    ("games", "branches", "duel"),
    ("follow", "--for", "0"),
    ("dispute", "duel", "1.1", "No"),
    ("games", "archive", "duel"),
    ("report", "duel", "-o", "report.txt"),
)
ASKED_OF_INVITED: Final = (("join",), ("mail", "decline"), ("mail", "status"), ("show",), ("games", "delete", "--yes"))


def case(seed: int) -> list[str]:
    """One odd game. What must not be, in words."""
    chance = Random(seed)  # noqa: S311 -- to be the same, not secret
    if chance.random() < BY_MAIL:
        return _case_by_mail(seed, chance)
    odd = Oddity(chance, chance.choice(("odd", "odd", "odd", "other duel"))).game()
    with in_memory() as folder:
        home = Path(shutil.copytree(sound_folder(), folder / "home"))
        with at_home(home), limited(PATIENCE):
            try:
                # no store takes a stream of which the name can't be typed
                typed = all(each.name.strip() and each.name.isprintable() for each in odd.streams)
                outside = chance.random() < 0.4 or not typed
                faults = [*(_outside(odd) if outside else _inside(odd, chance, home))]
            except Exception as fault:  # noqa: BLE001 -- whatever it is, it is what the games are for
                faults = [_in_words(fault)]
    return [f"seed {seed}: {'; '.join(odd.done)}: {fault}" for fault in faults]


def _case_by_mail(seed: int, chance: Random) -> list[str]:
    """One odd letter. What must not be, in words."""
    odd = letter(chance)
    with in_memory() as folder:
        home = copy("duel", folder)
        with at_home(home, READER), told_by(WATCH), limited(PATIENCE):
            try:
                faults = [*_by_mail(odd, chance)]
            except Exception as fault:  # noqa: BLE001 -- whatever it is, it is what the letters are for
                faults = [_in_words(fault)]
    return [f"seed {seed}: {odd.done}: {fault}" for fault in faults]


def _by_mail(odd: OddLetter, chance: Random) -> Iterator[str]:
    Path("letter.eml").write_bytes(odd.content)
    yield from _told("mail", "in", "letter.eml")
    commands = [*ALWAYS_BY_MAIL, *chance.sample(ASKED_BY_MAIL, ASKS)]
    if odd.invites and f'"{odd.invites}"' in run("mail", "status", "--json").out:
        commands += [named(chance.choice(ASKED_OF_INVITED), odd.invites), ("mail", "out"), ("mail", "status")]
    for words in commands:
        yield from _told(*words)
    told = run("audit", "verify", "duel")
    if told.code:
        yield f"the record of duel does not hold: {(told.out + told.err)[-300:]!r}"


def _in_words(fault: BaseException) -> str:
    cause = fault.__cause__ or fault
    frames = [each for each in traceback.extract_tb(cause.__traceback__) if "site-packages" not in each.filename]
    ours = [each for each in frames if "/tests/" not in each.filename and "/lib/python" not in each.filename]
    at = f"{Path(ours[-1].filename).name}:{ours[-1].lineno} {ours[-1].name}" if ours else "tests"
    return f"{type(cause).__name__} at {at}: {str(cause)[:200]} ({str(fault)[:120]})"


def _told(*words: str) -> Iterator[str]:
    """Run a command. What is wrong with its answer."""
    told = run(*words)
    yield from _wrong(told, words)


def _wrong(told: Told, words: Sequence[str]) -> Iterator[str]:
    said = told.out + told.err
    if told.code == 2:
        yield f"sits {' '.join(words)!r}: wrong usage: {said[-200:]!r}"
    if told.code and not said.strip():
        yield f"sits {' '.join(words)!r}: refused without a word"
    if odd := {each for each in said if not each.isprintable()} - PLAIN - {"\u00a0", "\u2007", "\u202f"}:
        yield f"sits {' '.join(words)!r}: says {odd!r}"


def _outside(odd: Odd) -> Iterator[str]:
    """It comes as a bundle: it is refused, or what is taken is read like any other game."""
    Path("odd.bundle").write_bytes(odd.bundle().encode("utf-8", "replace"))
    before = run("games", "--json").out
    told = run("import", "odd.bundle")
    yield from _wrong(told, ("import",))
    if told.code:
        if run("games", "--json").out != before:
            yield "it was refused, and something of it is there"
        return
    for words in (
        *ALWAYS,
        *OFTEN,
        named(("show",), odd.streams[-1].name),
        named(("audit", "verify"), odd.streams[0].name),
    ):
        answer = run(*words)
        yield from _wrong(answer, words)
        if answer.code and words[0] in ("games", "show"):
            yield f"it was taken, and sits {' '.join(words)!r} refuses: {(answer.out + answer.err)[-300:]!r}"
    yield from _sound()


def _inside(odd: Odd, chance: Random, home: Path) -> Iterator[str]:
    """It is in the store."""
    odd.write_into(home / "games" / "sits.db")
    for words in asked(odd, chance):
        yield from _told(*words)
    yield from _sound()
    with Session(Path("games")) as session:
        forks = [name for name in session.names() if name == "other"]
    for number, name in enumerate((*forks, *(each.name for each in reversed(odd.streams)))):
        for words in (
            named(("export", "-o", f"kept-{number}"), name),
            named(("games", "delete", "--yes"), name),
        ):
            told = run(*words)
            yield from _wrong(told, words)
            if told.code:
                yield f"sits {' '.join(words)!r} is refused: {(told.out + told.err)[-300:]!r}"


def _sound() -> Iterator[str]:
    """The sound game goes on."""
    for words, before in neighbour().items():
        if (now := run(*words)) != before:
            yield f"sits {' '.join(words)} now says {(now.out + now.err)[-300:]!r}"


def runs(seed: int, count: int) -> list[str]:
    """Games whose chain is right have facts that make no sense. What must not be, in words."""
    return [fault for each in range(seed, seed + count) for fault in case(each)]
