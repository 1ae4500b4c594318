"""An umpire's word is checked in careful games: players' programs find out what is wrong with it."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sits_es.errors import NotNowError
from sits_es.game.events import OrdersSealed
from sits_es.mail.packet import LastEvent, Signed, read_packet, sign
from sits_es.post import decisions
from sits_es.post.desk import places
from sits_es.post.proof import prove, signed_facts, unproved
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.carried import carried_by
from sits_es.post.status import status_of
from sits_es.rules.moments import Moment
from tests.post.example_games import refusals
from tests.shared.careful import careful
from tests.shared.posts import BLUE, CLOCK, RED, Post, carry, facts, open_post, seal_lines, sound, thrust
from tests.shared.watch import Watch

pytestmark = pytest.mark.long


def table(folder: Path, **terms: Any) -> tuple[Post, Post, Post]:
    """A careful duel with an umpire that has begun: the umpire, red and blue."""
    found = careful(folder, umpire="ump", **terms)
    return found["ump"], found["red"], found["blue"]


def sealed(folder: Path, upto: int = 2) -> tuple[Post, Post, Post]:
    """The same once both have sealed the first exchanges; nothing is carried yet."""
    ump, red, blue = table(folder)
    red.seal(RED, upto)
    blue.seal(BLUE, upto)
    return ump, red, blue


def bundles(post: Post) -> list[Signed]:
    return [signed for signed in post.packets() if signed.packet.kind == "bundle"]


def differences(post: Post) -> list[str]:
    return [words for _, words, _ in post.desk.journal.told("duel", ("difference",))]


def test_the_bundle_carries_each_players_signed_seals_once(tmp_path: Path) -> None:
    ump, red, blue = sealed(tmp_path)
    carry(ump, red, blue)
    first = bundles(ump)
    assert {each.packet.title for each in carried_by(first)} == {"seal 2 of blue in duel", "seal 2 of red in duel"}
    assert ump.head() == red.head() == blue.head()
    assert sound(red)
    for post in (red, blue):
        post.seal(thrust(post, "duel", 3), 4)
    carry(ump, red, blue)
    later = carried_by(bundles(ump)[len(first) :])
    assert {each.packet.title for each in later} == {"seal 3 of blue in duel", "seal 3 of red in duel"}
    assert ump.head() == red.head() == blue.head()
    assert refusals(red) == refusals(blue) == []


def told(ump: Post, *posts: Post) -> list[Signed]:
    """What the umpire sends once everything has come to the umpire, and to nobody else yet."""
    ump.take([signed for post in posts for signed in post.packets()])
    return ump.packets()


def forged(ump: Post, sent: list[Signed], **changes: Any) -> list[Signed]:
    """The umpire's packets, of which the first bundle says something else."""
    first = next(place for place, signed in enumerate(sent) if signed.packet.kind == "bundle")
    return [*sent[:first], ump.signed_anew(sent[first], {**sent[first].packet.body, **changes})]


def test_a_seal_that_no_player_signed_is_found_and_nothing_is_written(tmp_path: Path) -> None:
    ump, red, blue = sealed(tmp_path, 1)
    packets = told(ump, red, blue)
    (bundle,) = [signed for signed in packets if signed.packet.kind == "bundle"]
    kept = [text for text in bundle.packet.body["packets"] if '"sender":"red"' in text]
    before = red.head()
    red.take(forged(ump, packets, packets=kept))
    assert red.head() == before
    assert refusals(red) == ["1.1: no packet signed by blue holds a seal for it."]


def test_a_seal_that_the_umpire_changed_is_found(tmp_path: Path) -> None:
    ump, red, blue = sealed(tmp_path, 1)
    packets = told(ump, red, blue)
    (bundle,) = [signed for signed in packets if signed.packet.kind == "bundle"]
    changed = [read_packet(text.encode()) for text in bundle.packet.body["packets"]]
    seals = [ump.signed_anew(each, {**each.packet.body, "seals": ["0" * 64]}) for each in changed]
    red.take(forged(ump, packets, packets=[each.bytes.decode() for each in seals]))
    title = f"bundle {bundle.packet.number} of ump in duel"
    unsigned = [
        f"The {title} carries the seal 2 of {player} in duel, which is not signed with {player}'s key."
        for player in ("blue", "red")
    ]
    unproved = [f"1.1: no packet signed by {player} holds a seal for it." for player in ("blue", "red")]
    assert refusals(red) == [" ".join([*unsigned, *unproved])]


def test_two_players_who_are_told_different_games_find_out(tmp_path: Path) -> None:
    ump, red, blue = table(tmp_path)
    two = fork_of(tmp_path, ump)
    ump.replica.post(Note(words="The sun is green."))
    two.replica.post(Note(words="The sun is blue."))
    red.take(ump.packets())
    blue.take(two.packets())
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    (number,) = {signed.packet.number for signed in ump.packets() if signed.packet.kind == "note"}
    with pytest.MonkeyPatch.context() as cheat:  # an honest program sees that packets of its own are missing
        cheat.setattr(places, "is_here", lambda *_: True)
        packets = told(ump, red, blue)
    red.take(packets)
    both = f"The seal 2 of blue in duel answers another packet {number} of ump than the one here: "
    words = f"{both}ump has told blue and red different games."
    assert differences(red) == [words]
    assert refusals(red) == [f"{words} 1.1: no packet signed by blue holds a seal for it."]
    assert words in status_of(red.desk, red.desk.seat("duel")).in_words()


def fork_of(folder: Path, ump: Post, clock: Callable[[], str] = lambda: CLOCK) -> Post:
    """A second folder of the umpire's, as it stands now: what a cheat plays two games with."""
    shutil.copytree(ump.desk.folder, folder / "two")
    return open_post(folder / "two", "ump", clock)


def test_the_umpire_seals_first(tmp_path: Path) -> None:
    _, red, _ = table(tmp_path)
    said = r"^red seals 2\.1 without having the seal of ump for it, which comes first\.$"
    with pytest.raises(NotNowError, match=said):
        seal_lines(red, {Moment(2, 1): ()})
    assert [signed.packet.kind for signed in red.packets()] == ["join"]


def test_an_umpire_who_changes_an_event_is_found(tmp_path: Path) -> None:
    ump, red, blue = sealed(tmp_path, 1)
    sent = told(ump, red, blue)
    (bundle,) = [signed for signed in sent if signed.packet.kind == "bundle"]
    events = [[name, {**data, "seed": "0" * 64}] if name.startswith("game.SeedMade") else [name, data]
              for name, data in bundle.packet.body["events"]]  # fmt: skip
    red.take(forged(ump, sent, events=events))
    (why,) = refusals(red)
    assert why.startswith("1.1: the seed does not come from the seals and nonces on the record.")


def test_an_umpire_whose_own_seal_comes_late_is_found(tmp_path: Path) -> None:
    """The umpire's seal for 1.1 reaches red only with the bundle, after red's program had to seal without it."""
    ump, red, blue = sealed(tmp_path, 1)
    sent = told(ump, red, blue)
    (bundle,) = [signed for signed in sent if signed.packet.kind == "bundle"]
    carried = [read_packet(text.encode()) for text in bundle.packet.body["packets"]]
    early = []
    for each in carried:
        post = red if each.packet.sender == "red" else blue
        start = next(signed for signed in sent if signed.packet.kind == "start")
        taken = {**each.packet.body["taken"], "ump": [start.packet.number, start.digest]}
        early.append(post.signed_anew(each, {**each.packet.body, "taken": taken}).bytes.decode())
    before = blue.head()
    blue.take(forged(ump, sent, packets=early))
    assert blue.head() == before
    late = [f"1.1: the seal of ump was not sent before the seal 2 of {player} in duel." for player in ("blue", "red")]
    assert refusals(blue) == [" ".join(late)]


def test_an_umpire_who_leaves_out_a_seal_that_was_taken_is_found(tmp_path: Path) -> None:
    clock = Watch()
    ump, red, blue = table(tmp_path, clock=clock)
    blue.seal(BLUE, 1)
    red.seal(RED, 1)
    cheat = fork_of(tmp_path, ump, clock)
    ump.take(blue.packets())
    cheat.take([*blue.packets()])
    clock.later(hours=168 + 48)
    decisions.default(cheat.replica, "red", "drift")
    (bundle,) = bundles(cheat)
    (own,) = [signed for signed in red.packets() if signed.packet.kind == "seal"]
    taken = {**bundle.packet.body["taken"], "red": [own.packet.number, own.digest]}
    red.take(forged(cheat, cheat.packets(), taken=taken))
    assert refusals(red) == ["1.1: ump goes on without red, and had taken your packet 2 with the orders."]
    blue.take(forged(cheat, cheat.packets(), packets=[each.bytes.decode() for each in (*carried_by([bundle]), own)]))
    assert refusals(blue) == ["1.1: ump goes on without red, whose seal or orders are in the seal 2 of red in duel."]


def test_the_proof_takes_nobodys_word_for_a_players_seal(tmp_path: Path) -> None:
    ump, red, blue = sealed(tmp_path)
    carry(ump, red, blue)
    assert prove(red.desk, red.desk.seat("duel")).faults == ()
    record = [fact for fact in facts(red, OrdersSealed) if isinstance(fact, OrdersSealed)]
    own = [signed for signed in red.desk.journal.accepted("duel") if signed.packet.kind != "seal"]
    vouched = signed_facts(own, vouches=False)
    said_of = list(unproved(record, vouched, red.replica.chain().rules))
    assert said_of[0] == "1.1: no packet holds the seal of blue that is on record."
    blues = [each for each in record if each.player == "blue"]
    assert list(unproved(blues, signed_facts(own), red.replica.chain().rules)) == []


def had(each: Signed, umpire: Any) -> Signed:
    """A player's packet that says it had taken so much of the umpire's; None for nothing."""
    others = {player: last for player, last in each.packet.body["taken"].items() if player != "ump"}
    taken = others if umpire is None else {**others, "ump": umpire}
    return evolve(each, packet=evolve(each.packet, body={**each.packet.body, "taken": taken}))


def behind(each: Signed, head: LastEvent | None) -> Signed:
    return evolve(each, packet=evolve(each.packet, head=head))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda each, _: had(each, None), "The seal 2 of blue in duel answers no packet of ump."),
        (lambda each, number: had(each, [number, "0" * 64]),
         "The seal 2 of blue in duel answers packet {number} of ump, which was not sent before it."),
        (lambda each, _: behind(each, evolve(each.packet.head, digest="0" * 64)),
         ("The seal 2 of blue in duel was sent after event #{head}, which is another one here: "
         "ump has told blue and red different games.")),
        (lambda each, _: behind(each, None),
         ("The bundle {number} of ump in duel carries the seal 2 of blue in duel, which does not say where its "
         "sender's record stood.")),
        (lambda each, _: evolve(each, packet=evolve(each.packet, branch="duel-2")),
         ("The bundle {number} of ump in duel carries the seal 2 of blue in duel, which is of another branch than "
         "duel.")),
        (lambda each, _: evolve(each, packet=evolve(each.packet, body={**each.packet.body, "seals": ["0" * 64]})),
         "1.1: the seal of blue is not the one in the seal 2 of blue in duel."),
    ],
)  # fmt: skip
def test_what_a_bundle_carries_is_signed_by_one_who_was_told_the_same_game(
    tmp_path: Path, change: Callable[[Signed, int], Signed], said: str
) -> None:
    """Blue's program is in league with the umpire, and signs whatever is wanted."""
    ump, red, blue = sealed(tmp_path, 1)
    sent = told(ump, red, blue)
    (bundle,) = bundles(ump)
    carried = []
    for text in bundle.packet.body["packets"]:
        each = read_packet(text.encode())
        if each.packet.sender == "blue":
            head = each.packet.head
            each = sign(change(each, bundle.packet.number).packet, blue.desk.identity())
        carried.append(each.bytes.decode())
    assert head is not None
    before = red.head()
    red.take(forged(ump, sent, packets=carried))
    (why,) = refusals(red)
    assert said.format(number=bundle.packet.number, head=head.version) in why
    assert red.head() == before
