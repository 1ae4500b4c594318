"""The examples of `sits docs protocol`, the same bytes each time: `python -m tests.post.protocol_examples` writes them.

The game is a toy's, with keys that are digests of names and with chance that repeats, so that it takes few lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from attrs import frozen

from sits_es.game.seals import seed
from sits_es.mail.blocks import armour
from sits_es.post.bundle import Bundle, split
from sits_es.post.log import packets
from sits_es.post.log.entries import Entry, Logged, Opened, Tick
from sits_es.post.log.packets import Body, Signed, Terms, write_part
from sits_es.post.log.state import State
from sits_es.rules.moments import Moment
from tests.post.log.examples import set_of, the_set
from tests.post.log.played import another_keeper
from tests.post.log.table import Table, append, decide, digest, identity, log, opening, packet, seal, sign

PAGE: Final = Path(__file__).parents[2] / "sits_es" / "docs" / "protocol.md"
_WIDTH: Final = 100
_BLOCK: Final = re.compile(r"(?s)<!-- example: ([\w ]+) -->\n```text\n(.*?)^```$", re.MULTILINE)
#: What everybody orders in the example: nothing that any rules know.
LINES: Final = {"ann": ("1 ahead",), "bob": ("1 hold",), "cid": ()}


@frozen(kw_only=True)
class Example:
    """What a block of the page shows. content: bytes as they travel; digest: by which they are known."""

    content: bytes
    digest: str

    @property
    def block(self) -> str:
        """The lines of the block: those of the content are joined to be read."""
        return "".join(f"{line}\n" for line in [*_lines(self.content.decode()), f"digest {self.digest}"])


def _lines(text: str) -> Iterator[str]:
    """A text in lines that are joined without anything between them: none begins or ends with a space."""
    while len(text) > _WIDTH:
        at = _WIDTH
        while " " in text[at - 1 : at + 1]:
            at -= 1
        yield text[:at]
        text = text[at:]
    yield text


def unfolded(block: str) -> Iterator[Example]:
    """What a block of the page says: each content ends with its digest."""
    lines: list[str] = []
    for line in block.splitlines():
        if line.startswith("digest "):
            yield Example(content="".join(lines).encode(), digest=line.removeprefix("digest "))
            lines = []
        else:
            lines.append(line)


def blocks(page: str) -> dict[str, str]:
    """The blocks of the page, by name."""
    return dict(_BLOCK.findall(page))


# the game


def opened(player: str) -> packets.Opening:
    """What a player of the example seals."""
    return opening(LINES[player], f"{player} nonce")


@cache
def played() -> Mapping[str, State]:
    """An exchange of three peers from its founding to another keeper: states, by what has just been logged."""
    table = Table(players=("ann", "bob", "cid"), terms=Terms(escrow=True, box=512, hours=72), last=2)
    state = table.state()
    states = {"found": state}
    for player in LINES:
        state = log(state, player, seal(state, player, opened(player)), at=state.at + 60)
    states["set"] = state
    fixed = the_set(state)
    for player in LINES:
        state = log(state, player, packets.Open(set=fixed, opening=opened(player)))
    states["resolved"] = state
    tick = append(state, Tick(), at=state.at + 1)
    return states | {
        "tick": tick,
        "packet": log(tick, "cid", packets.Resign()),
        "epoch": another_keeper(tick, "ann", "bob"),
    }


def umpired() -> Entry:
    """The entry in which a reading keeper opens a set."""
    terms = Terms(reads=True, box=512)
    state = Table(players=("ann", "bob"), umpire="una", terms=terms).state()
    secrets = {"ann": opened("ann"), "bob": opened("bob"), "una": opening((), "una nonce")}
    for player in ("una", "ann", "bob"):
        state = log(state, player, seal(state, player, secrets[player]))
    return append(state, Opened(set=the_set(state), seals=secrets)).link.entry


def acting() -> Signed:
    """The act of one who acts alone."""
    state = Table(terms=Terms(box=512), alone="ann").state()
    for player in ("ann", "bob"):
        state = log(state, player, seal(state, player, opening((), f"{player} nonce")))
    return packet(state, "ann", packets.Act(set=set_of(state).bare, lines=("1 fire",)))


DECISIONS: Final[Mapping[str, packets.Decision]] = {
    "without": packets.Without(player="bob", missing="open"),
    "deadline": packets.Deadline(hours=240, scope="turn"),
    "absence": packets.Absence(player="bob", until=30_020_160),
    "ruling": packets.Ruling(about=Moment(1, 1), words="The map was read rightly."),
    "enter": packets.Enter(player="ann", lines=("Fearless 3 damage",)),
    "readmit": packets.Readmit(player="bob"),
    "end": packets.End(winner="ann", words="Bob concedes."),
    "keeper": packets.NewKeeper(id="una", name="Una", key=identity("una").key, reads=True),
    "rewind": packets.Rewind(to=Moment(1, 1), words="The map was misread."),
    "reseat": packets.Reseat(player="bob", key=identity("bob", "new").key, name="Bea"),
}


def examples() -> dict[str, Example]:
    """All examples, by the name that their block has on the page."""
    states = played()
    start, fixed = states["found"], states["set"]
    bodies: dict[str, tuple[State, str, Body]] = {
        "seal": (start, "ann", seal(start, "ann", opened("ann"))),
        "open": (fixed, "ann", packets.Open(set=the_set(fixed), opening=opened("ann"))),
        "share": (fixed, "cid", packets.Share(set=the_set(fixed), of="bob", share=digest("a share"))),
        "decide": (fixed, "ann", decide(fixed, DECISIONS["without"])),
        "standing": (start, "bob", packets.Standing(number=0, lines=("1 hold",))),
        "note": (start, "bob", packets.Note(words="Back on Sunday.", about=Moment(1, 1))),
        "ask": (start, "bob", packets.Ask()),
        "holds": (start, "ann", packets.Holds(known={"bob": 0}, answers=(digest("a question"),))),
    }
    shown = {name: packet(*said) for name, said in bodies.items()}
    decline = packets.Decline(ticket="ticket of cid", words="No time this year.")
    invite = Table(players=("ann", "bob", "cid")).invitation()
    shown["act"] = acting()
    shown["decline"] = sign(identity("cid"), packets.Packet(game=invite.digest, by="cid", has=None, body=decline))
    entries = {name: states[name].link.entry for name in ("found", "tick", "packet", "epoch")}
    entries["opened"] = umpired()
    found = {name: Example(content=write_part(each), digest=each.digest) for name, each in shown.items()}
    found |= {f"{name} entry": Example(content=write_part(each), digest=each.digest) for name, each in entries.items()}
    return found


def decisions() -> Iterator[Example]:
    """One body of each decision."""
    for decision in DECISIONS.values():
        body = decide(played()["set"], decision)
        yield Example(content=write_part(body), digest=body.digest)


def numbers() -> dict[str, str]:
    """What follows from the example's exchange, by name."""
    state, fixed = played()["set"], set_of(played()["set"])
    nonces = {each: bytes.fromhex(opened(each).nonce) for each in LINES}
    course = state.course
    return {
        **{f"commitment {each}": fixed.seals[each] for each in LINES},
        "cast": state.cast,
        "set": the_set(state),
        "seed": seed(course.root, course.branch, Moment(1, 1), fixed.seals, nonces).hex(),
        "head": played()["resolved"].link.digest,
        "cast of epoch 1": played()["epoch"].cast,
    }


def letter() -> str:
    """A letter's bundle: a line of an entry whose packet its readers hold, and a packet, in its armour."""
    state = Table().state()
    told = packet(state, "bob", packets.Standing(number=0, lines=("1 hold",)))
    after = append(state, Logged(packet=told))
    entries, lines = split([after.link.entry], lambda _: True)
    bundle = Bundle(head=packet(after, "ann", packets.Holds()), entries=entries, lines=lines, packets=(told,))
    return armour(write_part(bundle), ("Game: ours", "From: ann"))


def written(page: str) -> str:
    """The page with all its examples as they are now. Raises KeyError for a block that is no example."""
    shown = {name: each.block for name, each in examples().items()}
    shown["decisions"] = "".join(each.block for each in decisions())
    shown["numbers"] = "".join(f"{name:15} {value}\n" for name, value in numbers().items())
    shown["bundle"] = letter()
    return _BLOCK.sub(lambda block: f"<!-- example: {block[1]} -->\n```text\n{shown[block[1]]}```", page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
