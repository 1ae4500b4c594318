"""Bodies that a player of a game with terms signs to do harm: refused in words or waiting, and the game goes on."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from commands.render.reports import LetterPrinter
from sits_es.mail.identity import new_identity
from sits_es.mail.packet import Packet, Signed, sign
from sits_es.post.arrivals import arrive
from sits_es.post.desk.desk import Desk
from sits_es.post.replica import Replica
from sits_es.sentences import listed
from tests.post.example_games import THREE
from tests.post.protocol import open_table
from tests.shared.careful import careful
from tests.shared.posts import Post, desks_closed, exchange
from tests.systems.installed import installed

pytestmark = pytest.mark.long

KEY = new_identity("Xaver", lambda number: b"x" * number).key
BEGUN, LATE = "2026-01-02T03:04:05+00:00", "2026-02-12T03:04:05+00:00"
PLACE = {"turn": 1, "segments": [1]}
ZERO, HUGE = "0" * 64, 2**53 - 1
SIXTY = [f"player{number:02}" for number in range(60)]


class Table:
    """Red's folder in a game of three with escrow: all have sealed 1.1, red and green have revealed, blue has not."""

    def __init__(self, folder: Path) -> None:
        path = folder / "three.toml"
        path.write_text(THREE)
        found = careful(folder, ("red", "blue", "green"), str(path), "slots", clock=lambda: BEGUN, escrow=True)
        red, blue, green = found.values()
        _seal(blue)
        sent = [*blue.packets()]
        for post in (red, green):
            post.take(sent)
            _seal(post)
        exchange([red, green])
        self.folder = folder / "red"
        self.keys = {post.player: post.desk.identity() for post in (blue, green)}
        self.sent = {post.player: post.packets()[-1] for post in (blue, green)}
        self.chain = red.replica.chain()

    def signed(self, kind: str, body: dict[str, Any], sender: str = "blue") -> Signed:
        """What a player signs right after their last packet; what the body says besides may be in other words."""
        last, at = self.sent[sender], "2026-02-12T03:04Z"
        usual = {"mark": self.chain.mark, "previous": last.digest, "taken": last.packet.body["taken"], "at": at}
        number, head = last.packet.number + 1, self.chain.head
        packet = Packet(kind=kind, game="duel", branch="duel", sender=sender, number=number, head=head,
                        body={**usual, **body})  # fmt: skip
        return sign(packet, self.keys[sender])


def _seal(post: Post) -> None:
    replica = post.replica
    replica.seal({replica.chain().game.moment: ()})
    replica.settle()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with installed(*open_table.RULES), desks_closed():
        yield Table(tmp_path_factory.mktemp("table"))


def came(table: Table, folder: Path, signed: Signed) -> str:
    """What red's program says of a packet: why it is refused or what it waits for. The record is the same after it."""
    shutil.copytree(table.folder, folder / "red")
    with Desk(folder / "red", lambda: LATE, printer=LetterPrinter()) as desk:
        Replica(desk, desk.seat("duel")).settle()
        before = desk.session.store.head("duel")
        arrive(desk, signed, "by hand")
        Replica(desk, desk.seat("duel")).settle()
        assert desk.session.store.head("duel") == before
        found = [each for each in desk.journal.entries("duel", ("refused", "void", "parked")) if each.signed == signed]
        return found[0].why if found else ""


WITHOUT = {**PLACE, "what": "seal", "players": ["red"]}


def reseat(**changes: Any) -> dict[str, Any]:
    seat = {"player": "red", "name": "X", "side": "red", "role": "player", "key": ZERO, "address": "x@example.org"}
    return {**PLACE, "player": "red", "seat": seat, "last": [1, ZERO], **changes}


NO_MAIL = '"no address Bcc: x" is not a mail address. Write one like red@example.org.'
BACKWARD = (
    "The note 4 of blue in duel has taken nothing of green; blue had taken packet 2 before: that counts once two "
    "packets of green under one number are here"
)
#: Stands for the last packet of blue that is here.
LAST = "LAST"
BLUES = {"player": "blue", "name": "X", "side": "blue", "role": "player", "key": KEY, "address": "x@example.org"}
#: How a time must look, as a refusal says it.
TIME = "'^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}Z\\\\Z'"

CASES: list[tuple[str, str, dict[str, Any], str]] = [
    ("blue", "note", {"words": "", "taken": {"stranger": [1, ZERO]}},
     "The note 4 of blue in duel names packets of stranger, who is nobody else in this game."),
    ("blue", "note", {"words": "", "taken": {"red": [HUGE, ZERO]}},
     BACKWARD),
    ("blue", "note", {"words": "", "taken": {"red": [0, ZERO]}},
     "The note cannot be read: Expected `int` >= 1 - at `$.taken[...][0]`."),
    ("blue", "note", {"words": "", "taken": {"red": [-1, ZERO]}},
     "The note cannot be read: Expected `int` >= 1 - at `$.taken[...][0]`."),
    ("blue", "note", {"words": "", "taken": {"blue": [1, ZERO]}},
     "The note 4 of blue in duel names packets of blue, who is nobody else in this game."),
    ("blue", "note", {"words": "", "taken": {}},
     BACKWARD),
    ("blue", "note", {"words": "", "at": "2026-13-01T00:00Z"},
     "The note 4 of blue in duel names a date or an hour that does not exist."),
    ("blue", "note", {"words": "", "at": "2026-02-30T00:00Z"},
     "The note 4 of blue in duel names a date or an hour that does not exist."),
    ("blue", "note", {"words": "", "at": "0000-01-01T00:00Z"},
     "The note 4 of blue in duel names a date or an hour that does not exist."),
    ("blue", "note", {"words": "", "at": "9999-12-31T23:59Z"},
     "The note 4 of blue in duel is dated 9999-12-31 23:59 UTC, more than a day ahead of the clock here"),
    ("blue", "note", {"words": "", "at": "2020-01-01T00:00Z"},
     "The note 4 of blue in duel is dated 2020-01-01 00:00 UTC, before blue's last packet, 2026-01-02 03:04 UTC."),
    ("blue", "note", {"words": "", "at": "2026-01-02T03:04Z\n"},
     f"The note cannot be read: Expected `str` matching regex {TIME} - at `$.at`."),
    ("blue", "note", {"words": "", "previous": ZERO + "\n"},
     "The note cannot be read: Expected `str` matching regex '^[0-9a-f]{64}\\\\Z' - at `$.previous`."),
    ("blue", "note", {"words": "", "previous": ZERO},
     "The note 4 of blue in duel follows another packet 3 than the one that is here"),
    ("blue", "note", {"words": "", "previous": 7},
     "The note cannot be read: Expected `str`, got `int` - at `$.previous`."),
    ("blue", "without", {**WITHOUT, "turn": -1},
     "The without cannot be read: Expected `int` >= 1 - at `$.turn`."),
    ("blue", "without", {**WITHOUT, "turn": HUGE},
     "The without cannot be read: Expected `int` <= 9999 - at `$.turn`."),
    ("blue", "without", {**WITHOUT, "turn": 9999},
     "The without 4 of blue in duel is for 9999.1; at its head the game stands at 1.1."),
    ("blue", "without", {**WITHOUT, "segments": [64]},
     "The without 4 of blue in duel is for 1.64; at its head the game stands at 1.1."),
    ("blue", "without", {**WITHOUT, "segments": [9999]},
     "The without 4 of blue in duel is for 1.9999; at its head the game stands at 1.1."),
    ("blue", "without", {**WITHOUT, "segments": [1, 2]},
     "The without names 2 segments; it is for one."),
    ("blue", "without", {**WITHOUT, "players": []},
     "The without cannot be read: Expected `array` of length >= 1 - at `$.players`."),
    ("blue", "without", {**WITHOUT, "players": SIXTY},
     f"The without 4 of blue in duel names {listed(SIXTY)}, whose part in 1.1 is not needed."),
    ("blue", "without", {**WITHOUT, "players": [*SIXTY, "one-more"]},
     "The without cannot be read: Expected `array` of length <= 60 - at `$.players`."),
    ("blue", "without", {**WITHOUT, "players": ["stranger"]},
     "The without 4 of blue in duel names stranger, whose part in 1.1 is not needed."),
    ("blue", "without", {**WITHOUT, "players": ["blue"]},
     "The without 4 of blue in duel names blue, whose part in 1.1 is not needed."),
    ("blue", "without", {**WITHOUT, "players": ["red", "red"]},
     "The without 4 of blue in duel names players twice or out of order."),
    ("blue", "without", {**WITHOUT, "players": ["red", "green"]},
     "The without 4 of blue in duel names players twice or out of order."),
    ("blue", "without", {**WITHOUT, "what": "record"},
     "The without 4 of blue in duel is for facts at 1.1, and at its head no facts are waited for there."),
    ("blue", "without", {**WITHOUT, "what": "all"},
     "The without cannot be read: Invalid enum value 'all' - at `$.what`."),
    ("blue", "without", {**WITHOUT, "seal": ZERO},
     "The without 4 of blue in duel has a seal for 1.1."),
    ("blue", "without", {**WITHOUT, "own": "AAAA"},
     "blue signs that 1.1 goes on without red, and does not name green, whose seal is missing too."),
    ("blue", "without", {**WITHOUT, "what": "reveal"},
     "The without 4 of blue in duel lacks a seal for 1.1."),
    ("blue", "without", {**WITHOUT, "what": "reveal", "seal": ZERO},
     "blue has not revealed 1.1, and cannot sign that the reveal of red is missing."),
    ("blue", "without", {**WITHOUT, "what": "reveal", "seal": ZERO, "own": "AAAA"},
     "blue has not revealed 1.1, and cannot sign that the reveal of red is missing."),
    ("blue", "share", {**PLACE, "of": "red", "packet": ZERO, "share": ZERO, "answers": {}},
     "blue shares what red sealed for 1.1, and had no seal of theirs."),
    ("blue", "share", {**PLACE, "of": "stranger", "packet": ZERO, "share": ZERO, "answers": {"stranger": ZERO}},
     "blue shares what stranger sealed, and no player of duel is called that."),
    ("blue", "share", {**PLACE, "of": "blue", "packet": ZERO, "share": ZERO, "answers": {}},
     "blue shares what blue sealed for 1.1, and had no seal of theirs."),
    ("blue", "share", {**PLACE, "turn": 9999, "of": "red", "packet": ZERO, "share": ZERO, "answers": {}},
     "The share 4 of blue in duel is for 9999.1 on; at its head 1.1 to 1.9999 are owed."),
    ("blue", "share", {**PLACE, "turn": HUGE, "of": "red", "packet": ZERO, "share": ZERO, "answers": {}},
     "The share cannot be read: Expected `int` <= 9999 - at `$.turn`."),
    ("blue", "resign", {"words": "x" * 20001},
     "The resign cannot be read: Expected `str` of length <= 20000 - at `$.words`."),
    ("blue", "forfeit", {**PLACE, "player": "red", "what": "seal"},
     "blue offers a forfeit, which is for one of two peers to offer."),
    ("blue", "forfeit", {**PLACE, "player": "stranger", "what": "orders"},
     "blue offers a forfeit, which is for one of two peers to offer."),
    ("blue", "forfeit", {**PLACE, "turn": 9999, "player": "red", "what": "reveal"},
     "The forfeit 4 of blue in duel is for 9999.1 on; at its head 1.1 to 1.9999 are owed."),
    ("blue", "readmit", {**PLACE, "player": "red"},
     "blue signs red in again, who is not out of duel."),
    ("blue", "readmit", {**PLACE, "player": "stranger"},
     "blue signs stranger in again, who is not out of duel."),
    ("blue", "readmit", {**PLACE, "turn": 9999, "player": "blue"},
     "The readmit 4 of blue in duel is for 9999.1 on; at its head 1.1 to 1.9999 are owed."),
    ("blue", "succession", {**PLACE, "umpire": "red"},
     "duel has no umpire without whom its players could go on."),
    ("blue", "succession", {**PLACE, "umpire": "stranger", "new": "nobody"},
     "duel has no umpire without whom its players could go on."),
    ("blue", "succession", {**PLACE, "turn": 9999, "umpire": "stranger", "new": "nobody"},
     "duel has no umpire without whom its players could go on."),
    ("blue", "standing", {"lines": ["x" * 2001]},
     "The standing cannot be read: Expected `str` of length <= 2000 - at `$.lines[0]`."),
    ("blue", "seal", {"turn": 1, "segments": [3], "seals": [ZERO]},
     "blue seals without the boxes that all seals of duel hold."),
    ("blue", "seal", {"turn": 2, "segments": [1], "seals": [ZERO]},
     "blue seals without the boxes that all seals of duel hold."),
    ("blue", "seal", {"turn": 2, "segments": [1], "seals": [ZERO], "box": "AAAA"},
     "blue seals with one box for all exchanges; in duel each has its own."),
    ("blue", "seal", {"turn": 1, "segments": [2], "seals": [ZERO], "own": []},
     "The seal names 1 segment and has another number of boxes."),
    ("blue", "seal", {"turn": 1, "segments": [2], "seals": [ZERO], "own": ["AAAA"]},
     "blue seals with a box that does not have the 832 characters of all boxes of duel."),
    ("blue", "seal", {"turn": 1, "segments": [2], "seals": [ZERO], "own": ["?"]},
     "The seal cannot be read: Expected `str` matching regex '^[A-Za-z0-9+/]*=*\\\\Z' - at `$.own[0]`."),
    ("blue", "reveal", {**PLACE, "orders": [{"lines": [], "nonce": ZERO}], "answers": [{}]},
     "What blue reveals for 1.1 does not fit the seal: orders or nonce were changed."),
    ("blue", "reveal", {**PLACE, "orders": [{"lines": [], "nonce": ZERO}], "answers": [{"stranger": ZERO}]},
     "What blue reveals for 1.1 does not fit the seal: orders or nonce were changed."),
    ("blue", "reveal", {**PLACE, "orders": [{"lines": [], "nonce": ZERO}]},
     "The reveal cannot be read: Object missing required field `answers`."),
    ("blue", "reseat", reseat(),
     "blue gives the seat of red a key to which nothing can be encrypted."),
    ("blue", "reseat", reseat(player="stranger"),
     "blue gives the seat of stranger a new key, and no player of duel has it."),
    ("blue", "reseat", reseat(last=[HUGE, ZERO]),
     "blue gives the seat of red a key to which nothing can be encrypted."),
    ("blue", "reseat", reseat(last=[-1, ZERO]),
     "The reseat cannot be read: Expected `int` >= 1 - at `$.last[0]`."),
    ("blue", "reseat", reseat(seat={**reseat()["seat"], "key": "f" * 64}),
     "blue gives the seat of red a key to which nothing can be encrypted."),
    ("blue", "reseat", reseat(seat={**reseat()["seat"], "address": "no address\nBcc: x"}),
     "blue gives the seat of red a key to which nothing can be encrypted."),
    ("blue", "reseat", reseat(turn=9999),
     "The reseat 4 of blue in duel is for 9999.1 on; at its head 1.1 to 1.9999 are owed."),
    ("green", "without", {**WITHOUT, "what": "reveal", "players": ["blue", "red"], "seal": ZERO},
     "green seals without the boxes that all seals of duel hold."),
    ("green", "without", {**WITHOUT, "what": "reveal", "players": ["blue", "red"], "seal": ZERO, "own": "AAAA"},
     "green seals with a box that does not have the 832 characters of all boxes of duel."),
    ("green", "without", {**WITHOUT, "what": "reveal", "players": ["red"], "seal": ZERO, "own": "A" * 832},
     "green signs that 1.1 goes on without red, and does not name blue, whose reveal is missing too."),
    ("green", "without", {**WITHOUT, "what": "seal", "players": ["blue"], "own": "A" * 832},
     "green has revealed 1.1 already, and cannot sign that the seal of blue is missing."),
    ("green", "share", {**PLACE, "of": "blue", "packet": LAST, "share": ZERO, "answers": {}},
     "green's share of what blue sealed for 1.1 is not the one whose digest the seal names."),
    ("green", "note", {"words": "", "taken": {"red": [HUGE, ZERO], "blue": [HUGE, ZERO]}},
     "green has taken packet 9007199254740991 of blue, which is not here"),
    ("green", "reseat", reseat(player="blue", seat={**BLUES, "key": ZERO}, last=LAST),
     "green gives the seat of blue a key to which nothing can be encrypted."),
    ("green", "reseat", reseat(player="blue", seat={**BLUES, "key": "f" * 64}, last=LAST),
     "green gives the seat of blue a key to which nothing can be encrypted."),
    ("green", "reseat", reseat(player="blue", seat={**BLUES, "key": KEY, "address": "no address\nBcc: x"}, last=LAST),
     f'green gives the seat of blue an address where no mail goes: {NO_MAIL}'),
]  # fmt: skip


@pytest.mark.parametrize(("sender", "kind", "body", "said"), CASES)
def test_a_harmful_body_is_refused_in_words_or_waits(
    sender: str, kind: str, body: dict[str, Any], said: str, table: Table, tmp_path: Path
) -> None:
    last = table.sent["green"].packet.body["taken"]["blue"]
    named = {**body, "last": last} if body.get("last") == LAST else body
    named = {**named, "packet": table.sent["blue"].digest} if body.get("packet") == LAST else named
    assert came(table, tmp_path, table.signed(kind, named, sender)) == said


@pytest.mark.parametrize(
    ("kind", "body"),
    [("standing", {"lines": ["no order at all"]}), ("decline", {"invite": ZERO, "key": ZERO})],
)
def test_what_has_no_effect_changes_nothing(kind: str, body: dict[str, Any], table: Table, tmp_path: Path) -> None:
    assert came(table, tmp_path, table.signed(kind, body)) == ""


def test_a_seal_with_a_box_for_an_umpire_who_is_not_there_is_refused(table: Table, tmp_path: Path) -> None:
    body = table.sent["blue"].packet.body
    named = {**{name: body[name] for name in ("own", "escrow", "seals")}, "umpire": body["own"]}
    count = len(body["seals"])
    signed = table.signed("seal", {"turn": 2, "segments": list(range(1, count + 1)), **named})
    assert came(table, tmp_path, signed) == "blue seals with a box for an umpire."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda escrow: {**escrow, "shares": {"red": escrow["shares"]["red"]}},
         "blue seals with an escrow that is not shared among those who hold it here: green and red."),
        (lambda escrow: {**escrow, "digests": {**escrow["digests"], "eve": ZERO}},
         "blue seals with an escrow that is not shared among those who hold it here: green and red."),
        (lambda escrow: {**escrow, "box": escrow["box"][:-4]},
         "blue seals with an escrow that does not have the length of all escrows of duel."),
        (lambda escrow: {**escrow, "shares": {**escrow["shares"], "red": "AAAA"}},
         "blue seals with an escrow that does not have the length of all escrows of duel."),
    ],
)  # fmt: skip
def test_an_escrow_is_shared_among_all_others_and_has_the_length_of_all(
    change: Callable[[dict[str, Any]], dict[str, Any]], said: str, table: Table, tmp_path: Path
) -> None:
    body = table.sent["blue"].packet.body
    named = {"own": body["own"][:1], "escrow": [change(body["escrow"][0])], "seals": body["seals"][:1]}
    signed = table.signed("seal", {"turn": 2, "segments": [1], **named})
    assert came(table, tmp_path, signed) == said
