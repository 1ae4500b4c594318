"""How the stored games were played. Until the first release an issue that changes a fact plays them anew:

    python -m tests.stored_games.recipe          (or only some: ... recipe duel)

Afterwards never: then each release adds a folder of its own, and those that are there stay as they are.

duel      SITS by mail: a turn with a deadline, a dispute with a ruling by which the record stands, a rewind to the
          turn's end as duel-2, another keeper with whom it goes on as duel-3, and a what-if that both opened. Blue has
          sealed, and that letter lies unread in red's inbox. Red gets his own reports and has read models.
pursuit   SFB 'n3D at one table, to its end, and a what-if in which damage was entered and both drift.
ambush    Star Wars hex combat at one table, to its end, and a what-if in which one slot was let pass.
beacon    X-Wing at one table, after its first round, and a what-if in which a ship flies and attacks otherwise.
The last three are the bundled ones.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from email import message_from_bytes
from email.utils import getaddresses
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeVar

from sits_es.rules import system
from sits_es.service.session import Session
from tests.shared.commands_told import Told, run
from tests.shared.played_demos import DEMOS
from tests.shared.watch import Watch, told_by

STORED: Final = Path(__file__).parent
#: Stored games, each with the rule system that it is played by. One is played by mail, the others at one table.
GAMES: Final = {demo: name for name, demo in DEMOS.items()}
BY_MAIL: Final = "duel"
#: The branch of it that is played on.
GOES_ON: Final = "duel-3"
#: In so many rounds of mail everything comes to rest.
DAYS: Final = 40
#: The time in all folders: no log is read before it was written, and nobody is late because a test runs next year.
WATCH: Final = Watch()
#: When tests open the games: some days after they began.
LATER: Final = "2026-01-05T12:00:00+00:00"

T = TypeVar("T")
Heads = dict[str, tuple[int, str]]


def sits(home: str, *words: str) -> Told:
    """Run a command in a player's folder."""
    os.environ["SITS_HOME"] = home
    return run(*words)


def well(home: str, *words: str) -> str:
    """What a command says, which has to be carried out."""
    told = sits(home, *words)
    assert (told.code, told.err) == (0, ""), (words, told)
    return told.out


def homes() -> list[str]:
    """The players' folders that are here."""
    return sorted({path.parent.name for path in Path().glob("*/*.db")})


def heads(home: str) -> Heads:
    """How the records of a folder end, by stream: the version and digest of the last event."""
    with closing(sqlite3.connect(Path(home, "sits.db"))) as db:
        rows = db.execute("SELECT originator_id, originator_version, hex(digest) FROM heads ORDER BY 1").fetchall()
    return {stream: (version, digest.lower()) for stream, version, digest in rows}


def carry() -> set[str]:
    """Bring all letters from the outboxes to those whom they are for, and say who they are."""
    found = set()
    for letter in sorted(Path().glob("*/outbox/*.eml")):
        mail = message_from_bytes(letter.read_bytes())
        for _, address in getaddresses(mail.get_all("To", []) + mail.get_all("Cc", [])):
            inbox = Path(address.partition("@")[0], "inbox")
            inbox.mkdir(exist_ok=True)
            shutil.copy(letter, inbox / letter.name)
            found.add(inbox.parent.name)
        letter.unlink()
    return found


def let_days_pass() -> None:
    """Let everybody take their mail in, an hour after they had it, until nobody writes to anybody any more."""
    readers = carry() | {*homes()}
    for _ in range(DAYS):
        WATCH.later(hours=1)
        for home in sorted(readers):
            well(home, "mail", "in", "--quiet")
        if not (readers := carry()):
            return
    raise AssertionError("the letters do not come to an end")


def _duel() -> None:
    for player in ("red", "blue"):
        Path(player).mkdir()
        well(player, "keys", "new", player)
        reports = "reports = true\n" if player == "red" else ""
        mail = f'[mail]\naddress = "{player}@example.org"\ninbox = "inbox"\noutbox = "outbox"\n'
        Path(player, "sits.toml").write_text(f'{mail}\n[post]\nname = "{player.title()}"\n{reports}')
    well("red", "mail", "invite", "duel", "--name", BY_MAIL, "--as", "red", "blue=blue@example.org")
    let_days_pass()
    well("blue", "join", BY_MAIL)
    let_days_pass()
    _all_sign("deadline", BY_MAIL, "10 days", "always")
    _seal("1-red.orders", "1-blue.orders")
    let_days_pass()
    well("blue", "dispute", BY_MAIL, "1.1", "The decoy was spent")
    _all_sign("ruling", BY_MAIL, "1.1", "It was launched at: the record stands")
    _all_sign("rewind", BY_MAIL, "1.break", "--words", "The wall was mended before")
    _all_ask_for_the_next_keeper()
    well("red", "fork", BY_MAIL, "--at", "1.7", "--name", "what-if", "--offer")
    let_days_pass()
    well("blue", "agree", BY_MAIL, "--fork", "what-if")
    well("red", "play", "what-if", "--to", "1.8")
    well("red", "games")
    for box in Path().glob("*/*box"):
        shutil.rmtree(box)
    seal_nothing("blue", "1.break")
    carry()


def _all_sign(what: str, game: str, *words: str) -> None:
    """What red proposes, and blue agrees to."""
    well("red", "propose", what, game, *words)
    let_days_pass()
    well("blue", "agree", game)
    let_days_pass()


def _all_ask_for_the_next_keeper() -> None:
    for player in sorted(homes(), reverse=True):  # red hands the log on
        well(player, "propose", "next", BY_MAIL, "--yes")
        let_days_pass()


def seal_nothing(player: str, upto: str) -> None:
    """Let a player seal an order file as it is made, without an order, and write the letter."""
    well(player, "orders", "new", GOES_ON, "--as", player, "-o", "nothing.orders")
    well(player, "orders", "seal", "nothing.orders", "--to", upto)
    Path("nothing.orders").unlink()
    well(player, "mail", "out")


def _seal(*files: str) -> None:
    for name in files:
        lines = system("sits").bundled()["duel"].orders[name].splitlines(keepends=True)
        Path(name).write_text("".join(line for line in lines if not line.startswith("secret")), encoding="utf-8")
        well(name[2:].partition(".")[0], "orders", "seal", name)
        Path(name).unlink()


#: What is done in the what-if of a game at one table, once it has left the game at a moment.
_HAWK_IS_HIT = """\
game what-if
turn 2
player blue
unit Hawk
  damage 14 "two drones and four phasers, all on the rear shield"
"""
_KESTREL_FLIES = """\
game what-if
turn 1
player red
ship Kestrel
  2 straight
  attack Hawk with Lasers
"""
_OTHERWISE: Final[Mapping[str, tuple[str, str, tuple[tuple[str, ...], ...]]]] = {
    "pursuit": (
        "2.1",
        _HAWK_IS_HIT,
        (("record", "what-if", "entered"), ("play", "what-if", "--drift", "blue", "--drift", "red", "--to", "2.4")),
    ),
    "ambush": ("3.1", "", (("play", "what-if", "--pass"),)),
    "beacon": ("1.4", _KESTREL_FLIES, (("record", "what-if", "entered"),)),
}


def _at_one_table(game: str) -> None:
    well("var", "demo", game)
    at, entered, then = _OTHERWISE[game]
    well("var", "fork", game, "--at", at, "--name", "what-if")
    Path("entered").write_text(entered, encoding="utf-8")
    for words in then:
        well("var", *words)
    Path("entered").unlink()
    well("var", "games")


def play(game: str) -> None:
    """Play a stored game in the current folder."""
    if game == BY_MAIL:
        _duel()
    else:
        _at_one_table(game)


def questions(home: str, game: str) -> list[str]:
    """What a folder is asked: about forty questions, spread evenly over a game and its what-if."""
    with Session(Path(home)) as session:
        asked = ["games", f"stats {game} luck", f"stats {game}", f"diff {game} what-if"]
        asked += [*(f"{words} {GOES_ON}" for words in ("mail status", "mail log", "show"))] if game == BY_MAIL else []
        for name in (game, "what-if"):
            asked += [f"show {name}", f"audit verify {name}"]
            played = [
                session.open_game(name).rules.label(each.moment) for each in session.open_game(name).history.played()
            ]
            asked += [f"show {name} --at {at}" for at in _spread(played, 5)]
            asked += [
                f"explain {name} {number}" for number in _spread(range(session.open_game(name).head.version + 1), 8)
            ]
    return asked


def _spread(whole: Sequence[T], number: int) -> list[T]:
    """So many of them, or all, the last one among them."""
    step = max(1, -(-len(whole) // number))
    return list(whole[::-step][::-1])


def answer(home: str, question: str) -> Any:
    """What a folder answers, as facts: without sentences, and digests in place of long lists."""
    told = sits(home, *question.split(), "--json")
    assert (told.code, told.err) == (0, ""), (question, told)
    return _short(_fact(told.json))


#: What is left of an answer's words.
UNTOLD: Final[tuple[Any, ...]] = (None, [], {})


def _fact(value: Any) -> Any:
    """A value without what is told in words: no text with a blank in it."""
    match value:
        case dict():
            found = {name: _fact(each) for name, each in value.items()}
            return {name: each for name, each in found.items() if each not in UNTOLD}
        case list():
            return [each for each in map(_fact, value) if each not in UNTOLD]
        case str():
            return None if " " in value else value
    return value


def _short(fact: Any) -> Any:
    text = json.dumps(fact, sort_keys=True)
    if len(text) <= MOST:
        return fact
    if isinstance(fact, dict):
        return {name: _short(each) for name, each in fact.items()}
    if isinstance(fact, list) and len(fact) == 1:
        return [_short(fact[0])]
    return hashlib.sha256(text.encode()).hexdigest()


#: The longest fact that is kept as it stands, in characters.
MOST: Final = 100


def holds(found: Any, stored: Any) -> bool:
    """Whether an answer still holds all facts of a stored one. It may hold more: a later release tells more."""
    if isinstance(found, dict) and isinstance(stored, dict):
        return all(name in found and holds(found[name], each) for name, each in stored.items())
    if isinstance(found, list) and isinstance(stored, list):
        return len(found) == len(stored) and all(map(holds, found, stored))
    return bool(found == stored)


def kept(game: str) -> dict[str, Any]:
    """What is stored beside a game: how each record ends, by folder and stream, and the answers of the first folder."""
    found: dict[str, Any] = json.loads((STORED / f"{game}.json").read_text(encoding="utf-8"))
    return found


def stored_heads(game: str) -> dict[str, Heads]:
    """How the records of a stored game ended when it was stored, by folder and stream."""
    return {
        home: {stream: (version, digest) for stream, (version, digest) in each.items()}
        for home, each in kept(game)["heads"].items()
    }


def copy(game: str, folder: Path) -> Path:
    """Copy a stored game, or one of its folders. A repository keeps no modes, and keys are for nobody else's eyes."""
    shutil.copytree(STORED / game, folder, dirs_exist_ok=True)
    for keys in (folder / "keys", *folder.glob("*/keys")):
        if keys.exists():
            keys.chmod(0o700)
            for file in keys.iterdir():
                file.chmod(0o600)
    return folder


def main() -> None:
    """Play all of them anew, or those that are named, in place of those that are there."""
    here = Path.cwd()
    for game in sys.argv[1:] or GAMES:
        with TemporaryDirectory() as folder, told_by(WATCH):
            os.chdir(folder)
            play(game)
            shutil.rmtree(STORED / game, ignore_errors=True)
            shutil.copytree(folder, STORED / game)
            home = asked_in(game)
            found = {
                "heads": {each: {name: list(head) for name, head in heads(each).items()} for each in homes()},
                "answers": {question: answer(home, question) for question in questions(home, game)},
            }
            (STORED / f"{game}.json").write_text(f"{json.dumps(found, indent=1)}\n", encoding="utf-8")
            os.chdir(here)


def asked_in(game: str) -> str:
    """The folder that is asked."""
    return "red" if game == BY_MAIL else "var"


if __name__ == "__main__":
    main()
