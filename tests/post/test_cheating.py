"""Cheating fails visibly: it changes nothing, its reason is written down, and both packets are kept as proof."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from commands.render.reports import LetterPrinter
from sits_es.errors import NotAllowedError
from sits_es.game.seals import Sealed, commitment
from sits_es.mail.identity import load_identity, new_identity
from sits_es.mail.packet import Packet, Signed, sign
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.facts import write_fact
from sits_es.post.desk.journal import Entry
from sits_es.post.invitations import join
from sits_es.post.status import status_of
from sits_es.rules.moments import Moment
from sits_es.rules.sits.events.motion import ThrustChanged
from sits_es.service.scenario import found_game
from tests.shared.posts import ADDRESSES, BLUE, CLOCK, RED, Post, exchange, invited, new_post, open_post, peers

pytestmark = pytest.mark.long


class Table:
    """A duel in which both have sealed 1.1 to 1.3; red has opened 1.1, and blue is about to, or to cheat."""

    def __init__(self, folder: Path) -> None:
        self.red, self.blue = peers(folder)
        self.red.seal(RED, 3)
        seals = self.red.packets()
        self.blue.seal(BLUE, 3)
        self.red.take(self.blue.packets())
        self.blue.take(seals)
        *self.before, self.reveal = self.blue.packets()
        self.key = load_identity(self.blue.desk.keys, "Ben")
        assert self.reveal.packet.kind == "reveal"

    def cheat(self, packet: Packet) -> Signed:
        return sign(packet, self.key)

    def reveal_with(self, **changes: object) -> Signed:
        """Blue's reveal of 1.1 with something else in it."""
        body = self.reveal.packet.body
        (opened,) = body["orders"]
        orders = [{**opened, **{key: value for key, value in changes.items() if key in opened}}]
        rest = {key: value for key, value in changes.items() if key not in opened}
        return self.cheat(evolve(self.reveal.packet, body={**body, "orders": orders, **rest}))

    def refused(self) -> list[Entry]:
        return self.red.desk.journal.entries("duel", ("refused",))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def seal_of_blue(table: Table) -> Signed:
    return next(signed for signed in table.before if signed.packet.kind == "seal")


CHANGED: dict[str, Callable[[Table], Signed]] = {
    "orders changed after the seal": lambda table: table.reveal_with(lines=["Sirius: thrust 5"]),
    "orders left out after the seal": lambda table: table.reveal_with(lines=[]),
    "a changed nonce": lambda table: table.reveal_with(nonce="00" * 32),
}


@pytest.mark.parametrize("cheat", CHANGED)
def test_a_reveal_that_does_not_fit_its_seal_is_refused_and_both_are_kept(cheat: str, table: Table) -> None:
    before = table.red.head()
    table.red.take([CHANGED[cheat](table)])
    (entry,) = table.refused()
    assert entry.why == "What blue reveals for 1.1 does not fit the seal: orders or nonce were changed."
    assert entry.against == seal_of_blue(table).digest
    assert table.red.desk.journal.find(entry.against) == seal_of_blue(table)
    assert table.red.head() == before


def test_the_true_reveal_still_counts_after_a_false_one(table: Table) -> None:
    table.red.take([table.reveal_with(nonce="00" * 32)])
    table.red.take([table.reveal])
    assert table.red.moment() == Moment(1, 2)


def test_a_second_seal_for_the_same_place_is_refused(table: Table) -> None:
    first = seal_of_blue(table)
    body = {**first.packet.body, "segments": [2], "seals": ["ab" * 32]}
    number = table.before[-1].packet.number + 1
    table.red.take([table.cheat(evolve(first.packet, number=number, body=body))])
    (entry,) = table.refused()
    assert entry.why == "blue has already sealed 1.2, with packet 2; a second seal does not count."
    assert entry.against == first.digest


def test_a_second_content_under_the_same_number_is_refused_and_both_are_kept(table: Table) -> None:
    first = seal_of_blue(table)
    second = table.cheat(evolve(first.packet, body={**first.packet.body, "seals": ["ab" * 32] * 3}))
    table.red.take([second])
    (entry,) = table.refused()
    assert entry.why == "blue has already sent a packet 2 with other content; the first one counts, and both are kept."
    assert (entry.signed, entry.against) == (second, first.digest)


PLACES = [("other", "duel", Moment(1, 1)), ("duel", "other", Moment(1, 1)), ("duel", "duel", Moment(2, 1)),
          ("duel", "duel", Moment(1, 2))]  # fmt: skip


@pytest.mark.parametrize(("game", "branch", "moment"), PLACES)
def test_a_seal_copied_from_another_game_branch_turn_or_segment_can_never_be_opened(
    game: str, branch: str, moment: Moment, tmp_path: Path
) -> None:
    red, blue = peers(tmp_path)
    copied = Sealed(player="blue", lines=("Sirius: thrust 1",), nonce=bytes(32))
    key = load_identity(blue.desk.keys, "Ben")
    head = blue.replica.chain().head
    seal = Packet(
        kind="seal", game="duel", branch="duel", sender="blue", number=2, head=head,
        body={"turn": 1, "segments": [1], "seals": [commitment(game, branch, moment, copied)], "box": None,
              "mark": blue.mark()},
    )  # fmt: skip
    opened = {"lines": list(copied.lines), "nonce": copied.nonce.hex()}
    body = {"turn": 1, "segments": [1], "orders": [opened], "answers": [{}], "mark": blue.mark()}
    reveal = evolve(seal, kind="reveal", number=3, body=body)
    red.seal(RED, 1)
    red.take([*blue.packets(), sign(seal, key), sign(reveal, key)])
    (entry,) = red.desk.journal.entries("duel", ("refused",))
    assert entry.why == "What blue reveals for 1.1 does not fit the seal: orders or nonce were changed."
    assert red.moment() == Moment(1, 1)


def test_somebody_elses_seal_under_ones_own_name_can_never_be_opened(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    red.seal(RED, 1)
    copied = red.packets()[-1].packet
    key = load_identity(blue.desk.keys, "Ben")
    seal = evolve(copied, sender="blue", number=2)
    red.take([sign(seal, key)])
    reveal = red.packets()[-1].packet
    assert reveal.kind == "reveal"
    red.take([sign(evolve(reveal, sender="blue", number=3), key)])
    (entry,) = red.desk.journal.entries("duel", ("refused",))
    assert entry.why == "What blue reveals for 1.1 does not fit the seal: orders or nonce were changed."


def test_somebody_elses_signature_is_refused(table: Table) -> None:
    stranger = new_identity("stranger", lambda number: b"\7" * number)
    table.red.take([sign(table.reveal.packet, stranger)])
    (entry,) = table.refused()
    assert entry.why == "The reveal 3 of blue in duel is not signed with blue's key."
    table.red.take([table.reveal])
    assert table.red.moment() == Moment(1, 2)


def test_a_packet_of_another_game_does_not_count_here(table: Table) -> None:
    table.red.take([table.cheat(evolve(table.reveal.packet, game="other", branch="other"))])
    assert table.red.moment() == Moment(1, 1)
    assert table.red.desk.journal.last_number("duel", "blue") == 2


def test_a_packet_of_an_earlier_exchange_replayed_under_a_new_number_is_refused(table: Table) -> None:
    table.red.take([table.reveal])
    assert table.red.moment() == Moment(1, 2)
    again = evolve(table.reveal.packet, number=4, head=table.red.replica.chain().head)
    table.red.take([table.cheat(again)])
    (entry,) = table.refused()
    assert entry.why == "The reveal 4 of blue in duel is for 1.1 on; at its head 1.2 to 1.break are owed."


def test_ships_of_others_and_lines_that_are_no_orders_are_refused_at_the_reveal(tmp_path: Path) -> None:
    for number, (line, said) in enumerate(
        [
            ("Fearless: thrust 1", "What blue sealed for 1.1 orders Fearless, which belongs to somebody else."),
            ("Sirius: surrender", "What blue sealed for 1.1 cannot be read as orders: order:1:9:"),
        ]
    ):
        red, blue = peers(tmp_path / str(number))
        sealed = Sealed(player="blue", lines=(line,), nonce=bytes(32))
        key = load_identity(blue.desk.keys, "Ben")
        head = blue.replica.chain().head
        seal = Packet(
            kind="seal", game="duel", branch="duel", sender="blue", number=2, head=head,
            body={"turn": 1, "segments": [1], "seals": [commitment("duel", "duel", Moment(1, 1), sealed)], "box": None,
                  "mark": blue.mark()},
        )  # fmt: skip
        opened = {"lines": [line], "nonce": sealed.nonce.hex()}
        body = {"turn": 1, "segments": [1], "orders": [opened], "answers": [{}], "mark": blue.mark()}
        reveal = evolve(seal, kind="reveal", number=3, body=body)
        red.seal(RED, 1)
        red.take([*blue.packets(), sign(seal, key), sign(reveal, key)])
        (entry,) = red.desk.journal.entries("duel", ("refused",))
        assert entry.why.startswith(said)
        assert red.moment() == Moment(1, 1)


def test_while_a_reveal_is_withheld_the_exchange_waits_and_it_is_said_who_owes_it(table: Table) -> None:

    status = status_of(table.red.desk, table.red.desk.seat("duel"))
    assert status.owed == (("blue", "reveal"),)
    assert table.red.moment() == Moment(1, 1)


def test_an_edited_event_with_a_chain_made_anew_fails_against_a_checkpoint_that_the_other_holds(
    table: Table, tmp_path: Path
) -> None:
    table.red.take([table.reveal])
    table.blue.take(table.red.packets())
    held = table.red.desk.session.store.checkpoint("duel")
    record = table.blue.desk.session.open_game("duel").events()
    with Desk(tmp_path / "forged", lambda: CLOCK, printer=LetterPrinter()) as forger:
        changed = [
            evolve(each.event, after=1) if isinstance(each.event, ThrustChanged) else each.event for each in record
        ]
        assert changed != [each.event for each in record]
        forger.session.store.append("duel", changed, after=-1)
        report = forger.session.store.audit("duel", [held])
        assert report.bad is not None
    assert table.blue.desk.session.store.audit("duel", [held]).bad is None


def test_a_player_whose_record_differs_is_named_at_once(table: Table) -> None:
    table.red.take([table.reveal])
    at = table.red.replica.chain()
    false_head = evolve(at.head, digest="cd" * 32)
    note = table.cheat(evolve(table.before[-1].packet, kind="seal", number=4, head=false_head,
                              body={"turn": 1, "segments": [4], "seals": ["ab" * 32], "box": None,
                                    "mark": table.blue.mark()}))  # fmt: skip
    table.red.take([note])
    said = [words for kind, words, _ in table.red.desk.journal.told("duel") if kind == "difference"]
    assert said[0].startswith("blue's record and ours are the same up to event #")
    assert table.red.packets()[-1].packet.kind == "bundle"
    assert table.red.moment() == Moment(1, 2)


def test_the_other_program_compares_records_and_keeps_the_one_that_differs_for_sits_diff(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    red.seal(RED, 2)
    blue.seal(BLUE, 2)

    exchange([red, blue])
    bundle = {
        "after": 8, "digest": red.replica.chain().digests[8], "why": "compare", "mark": blue.mark(),
        "events": [_falsified(topic, data) for topic, data in _events(red, 9)],
    }  # fmt: skip
    number = blue.packets()[-1].packet.number + 1
    packet = Packet(
        kind="bundle", game="duel", branch="duel", sender="blue", number=number, head=red.replica.chain().head,
        body=bundle,
    )  # fmt: skip
    red.take([sign(packet, load_identity(blue.desk.keys, "Ben"))])
    said = [words for kind, words, _ in red.desk.journal.told("duel") if kind == "difference"]
    assert said[0].startswith("The first event in which blue's record differs from ours is #")
    assert said[1] == "Their record is kept as duel-as-blue-has-it. See: sits diff duel duel-as-blue-has-it"
    assert red.desk.foreign("duel-as-blue-has-it") == "blue"
    assert red.desk.foreign("duel") is None
    assert "duel-as-blue-has-it" in [branch.stream for branch in red.desk.session.store.streams()]


def _falsified(topic: str, data: dict[str, object]) -> list[object]:
    return [topic, {**data, "thrust": 5} if "thrust" in data else data]


def _events(post: Post, first: int) -> list[tuple[str, dict[str, object]]]:

    return [write_fact(recorded.event) for recorded in post.desk.session.store.read("duel", after=first - 1)]


def test_a_key_that_is_not_ones_own_cannot_take_a_place(tmp_path: Path) -> None:

    red, blue, thief = (new_post(tmp_path / name, name) for name in ("red", "blue", "thief"))
    invitation = invited(red, {"blue": ADDRESSES["blue"]})
    for post in (blue, thief):
        post.take([invitation])
        join(post.desk, "duel", post.player, ADDRESSES["blue"], "blue")
    exchange([red, blue])
    (stolen,) = [each for each in thief.desk.journal.accepted("duel") if each.packet.kind == "join"]
    red.take([stolen])
    (entry,) = red.desk.journal.entries("duel", ("refused",))
    assert entry.why == "The join 1 of blue in duel is not signed with blue's key."


def test_a_game_cannot_be_joined_where_another_of_its_name_is_played(tmp_path: Path) -> None:

    red, blue = new_post(tmp_path / "red", "red"), new_post(tmp_path / "blue", "blue")
    blue.take([invited(red, {"blue": ADDRESSES["blue"]})])
    found_game(blue.desk.session, "duel", "duel", "sits")
    another = r"^There is another game duel in .*\. Join from another folder \(SITS_HOME\)\.$"
    with pytest.raises(NotAllowedError, match=another):
        join(blue.desk, "duel", "Ben", ADDRESSES["blue"])


def test_a_folder_copied_while_it_was_closed_plays_on(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    blue.desk.__exit__(None, None, None)
    shutil.copytree(tmp_path / "blue", tmp_path / "elsewhere")
    with Desk(tmp_path / "elsewhere", lambda: CLOCK, printer=LetterPrinter()) as desk:
        moved = Post("blue", desk)
        red.seal(RED, 1)
        moved.seal(BLUE, 1)

        exchange([red, moved])
        assert red.head() == moved.head()
        assert red.moment() == Moment(1, 2)


def test_two_records_that_differ_are_shown_on_both_sides_with_the_first_event(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    exchange([red, blue])
    record = blue.desk.session.open_game("duel").events()
    changed = [evolve(each.event, after=1) if isinstance(each.event, ThrustChanged) else each.event for each in record]
    blue.desk.__exit__(None, None, None)
    for path in (tmp_path / "blue").glob("sits.db*"):
        path.unlink()
    blue = open_post(tmp_path / "blue", "blue")
    blue.desk.session.store.append("duel", changed, after=-1)
    order = "game duel\nturn 1\nplayer {}\nship {}\n  2 thrust 1\n"
    red.seal(order.format("red", "Fearless"), 2)
    blue.seal(order.format("blue", "Sirius"), 2)
    exchange([red, blue])
    assert red.moment() == Moment(1, 2)
    for post, other, kept in ((red, "blue", "duel-as-blue-has-it"), (blue, "red", "duel-as-red-has-it")):
        said = [words for kind, words, _ in post.desk.journal.told("duel") if kind == "difference"]
        assert f"{other}'s record and ours are the same up to event #8 and differ after it." in said
        first = f"The first event in which {other}'s record differs from ours is #"
        (line,) = [words for words in said if words.startswith(first)]
        assert "Fearless" in line
        assert kept in [branch.stream for branch in post.desk.session.store.streams()]
