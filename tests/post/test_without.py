"""Games by mail that go on without somebody, between desks: a missing seal, a withheld reveal, and coming back."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from attrs import evolve

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import OrdersDefaulted, PlayerResigned, PlayersPutOut
from sits_es.mail.packet import LastEvent
from sits_es.post.asked import Asked, asked_of
from sits_es.post.clock import keep_time
from sits_es.post.decisions import default
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.going_on import way_on
from sits_es.post.leaving import resign
from sits_es.post.parting import agree_without
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.holding_back import missing_parts, waits_for_a_list
from sits_es.post.protocol.missing import without_faults
from sits_es.post.protocol.parts import What
from sits_es.post.protocol.put_out import sign_list
from sits_es.post.signing import cancel, missing_at, sign_when_due
from sits_es.post.status import status_of
from sits_es.rules.moments import Moment
from tests.post.example_games import THREE, heads
from tests.post.protocol import open_table
from tests.shared.careful import careful
from tests.shared.lists import go_on_without
from tests.shared.posts import Post, exchange, facts, sound
from tests.systems.installed import installed

pytestmark = pytest.mark.long

BEGUN, LATE = "2026-01-02T03:04:05+00:00", "2026-01-12T03:04:05+00:00"
CLOCK = [BEGUN]


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*open_table.RULES):
        yield


@pytest.fixture
def three(tmp_path: Path) -> dict[str, Post]:
    """A game of three that has begun; the clock stands."""
    CLOCK[0] = BEGUN
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    return careful(tmp_path, ("red", "blue", "green"), str(path), "slots", clock=lambda: CLOCK[0])


def seal(post: Post) -> None:
    """Seal no orders for the exchange at hand."""
    replica = post.replica
    replica.seal({replica.chain().game.moment: ()})
    replica.settle()


def sign(post: Post, what: What) -> None:
    """Sign that the exchange at hand goes on without those whose part is missing."""
    replica = post.replica
    chain, ledger = replica.chain(), replica.ledger()
    assert chain.game.owed is not None
    version = chain.head.version
    missing = missing_parts(chain, ledger, chain.game.owed, version, what)
    replica.do(sign_list(chain, ledger, post.player, chain.game.owed, version, what, missing))
    replica.settle()


def test_a_missing_seal_is_gone_on_without(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    for post in (red, blue):
        seal(post)
    exchange([red, blue])
    CLOCK[0] = LATE
    sign(red, "seal")
    exchange([red, blue])
    assert red.moment() == Moment(1, 1)
    sign(blue, "seal")
    exchange([red, blue])
    assert red.moment() > Moment(1, 1)
    exchange([red, blue, green])
    assert len(heads(three)) == 1
    (fact, *_) = facts(green, OrdersDefaulted)
    assert isinstance(fact, OrdersDefaulted)
    assert (fact.player, fact.by) == ("green", ("blue", "red"))
    assert all(sound(post) for post in three.values())


def test_nobody_is_told_to_go_on_without_a_reveal_that_could_only_now_be_sent(three: dict[str, Post]) -> None:
    """Without green's seal, blue's reveal is owed from the moment on at which blue learns of the list."""
    red, blue, _ = three.values()
    for post in (red, blue):
        seal(post)
    exchange([red, blue])
    CLOCK[0] = LATE
    sign(red, "seal")
    blue.take(red.packets())
    sign(blue, "seal")
    red.take([each for each in blue.packets() if each.packet.kind != "reveal"])
    assert red.packets()[-1].packet.kind == "reveal"
    keep_time(red.desk)
    assert way_on(red.replica) == ""
    CLOCK[0] = write_time(read_time(LATE) + timedelta(hours=23))
    assert way_on(red.replica) == ""
    assert status_of(red.desk, red.replica.seat).as_json().get("next") is None
    CLOCK[0] = write_time(read_time(LATE) + timedelta(hours=25))
    way = "Grace is over: it can go on without blue once green has signed so, and then you"
    assert way_on(red.replica) == way
    stands = status_of(red.desk, red.replica.seat)
    assert stands.as_json()["next"] == way
    assert f"  owed: reveal of blue\n  next: {way}\n" in stands.in_words()


def test_a_withheld_reveal_opens_a_branch_without_that_player(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    seal(green)
    for post in (red, blue):
        post.take(green.packets())
        seal(post)
    exchange([red, blue])
    CLOCK[0] = LATE
    for post in (red, blue):
        sign(post, "reveal")
    exchange([red, blue])
    assert red.replica.seat.branch != "duel"
    assert red.moment() > Moment(1, 1)
    exchange([red, blue, green])
    assert len(heads(three)) == 1
    (fact,) = facts(green, PlayersPutOut)
    assert isinstance(fact, PlayersPutOut)
    assert (fact.players, fact.by) == (("green",), ("blue", "red"))
    assert all(sound(post) for post in three.values())


def test_nobody_goes_over_to_a_branch_alone(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    for post in (blue, green):
        seal(post)
        red.take(post.packets())
    seal(red)
    assert red.packets()[-1].packet.kind == "reveal"
    CLOCK[0] = LATE
    sign(red, "reveal")
    with pytest.raises(NotNowError) as refused:
        agree_without(red.replica)
    assert str(refused.value) == (
        "Nobody but you is left in duel without blue and green, and nobody plays alone. "
        "It goes on once their letters come."
    )
    assert red.replica.seat.branch == "duel"
    exchange([red, blue, green])
    assert red.moment() > Moment(1, 1)
    assert len(heads(three)) == 1


def test_who_has_resigned_has_resigned_in_the_branch_that_is_the_game_from_then_on(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    seal(green)
    for post in (red, blue):
        post.take(green.packets())
        seal(post)
    exchange([red, blue])
    resign(blue.replica, "")
    exchange([red, blue])
    CLOCK[0] = LATE
    for post in (red, blue):
        sign(post, "reveal")
    exchange([red, blue])
    assert red.replica.seat.branch != "duel"
    # blue's list is a seal of the exchange that is played again; after it blue is out, and red is left alone
    assert facts(red, PlayerResigned) == [PlayerResigned(turn=1, segment=2, player="blue")]
    assert red.replica.chain().game.ended == "blue resigned at 1.2; nobody is left to play against."
    exchange([red, blue, green])
    assert len(heads(three)) == 1
    assert all(sound(post) for post in three.values())


def test_nobody_waits_for_the_signature_of_somebody_who_has_gone_on(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    for post in (green, blue, red):
        seal(post)
    sealed = green.packets()
    red.take(sealed)
    exchange([red, blue])
    blue.take(sealed)
    exchange([red, blue])
    revealed = red.packets()
    second = green.signed_anew(sealed[-1], {**sealed[-1].packet.body, "seals": ["1" * 64]})
    red.take([second])
    sign(red, "reveal")  # two packets under one number are grounds at once; blue could sign too
    green.take(revealed)
    exchange([blue, green])
    assert blue.moment() > Moment(1, 1)
    assert red.moment() == Moment(1, 1)
    for post in (blue, green):
        post.take([second])
    exchange([red, blue, green])
    assert red.head() == blue.head()
    assert not waits_for_a_list(red.replica.chain(), red.replica.ledger(), "red"), "red may reveal what follows"


def test_a_list_of_somebody_who_has_gone_on_is_refused(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    for post in (red, blue, green):
        seal(post)
    exchange([red, blue, green])
    chain = red.replica.chain()
    (version,) = [version for version, moment in chain.owed.items() if moment == Moment(1, 1)][-1:]
    head = LastEvent(version, chain.digests[version])
    body = Without(turn=1, segments=(1,), what="reveal", players=("green",))
    last = red.packets()[-1].packet
    packet = evolve(last, head=head, number=last.number + 1)
    faults = list(without_faults(packet, body, red.replica.ledger(), chain, version))
    assert "red has gone on after 1.1, and cannot sign that the reveal of anybody is missing." in [
        fault.why for fault in faults
    ]


def test_of_three_who_sent_two_packets_is_not_on_a_list_of_missing_seals_that_could_never_hold(
    three: dict[str, Post],
) -> None:
    red, blue, _ = three.values()
    note = red.replica.post(Note(words="Yes"))
    second = red.signed_anew(note, {**note.packet.body, "words": "No"})
    for post in (red, blue):
        seal(post)
    exchange([red, blue])
    blue.take([second])
    assert len(blue.replica.doubles()) == 1, "red's folder is an older copy"
    found = missing_at(blue.replica)
    assert found is not None
    assert found.players == ("green",), "blue alone could never go on without both"


def test_a_program_signs_for_its_person_once_the_accused_had_the_grace_anew(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    for post in (red, blue):
        seal(post)
    exchange([red, blue])
    with pytest.raises(NotNowError, match=r"^green has until 2026-01-11 03:04 UTC, grace included\.$"):
        go_on_without(red.replica)
    assert (
        asked_of(red.replica, "red").words == "Nothing to do: green owes orders for duel 1.1 by 2026-01-09 03:04 UTC."
    )
    CLOCK[0] = LATE
    owes = "green owes orders for duel 1.1, due since 2026-01-09 03:04 UTC."
    way = f"{owes} Grace is over: to go on without green: sits without duel"
    assert asked_of(red.replica, "red") == Asked(words=way, short="you can go on")
    assert asked_of(red.replica, "blue").words == f"Nothing to do: {owes}", "blue's own program says what blue can do"
    with pytest.raises(
        NotNowError,
        match=r"^The seal of green for duel 1\.1 is missing, and a list names exactly those: sits without duel$",
    ):
        go_on_without(red.replica, ["blue"])
    for post in (red, blue):
        said = go_on_without(post.replica, ["green"])
    assert said == (
        "green will be sent everything of duel 1.1 again, and has 48 hours from that letter on. Then your program "
        "signs by itself. To take that back: sits without duel --cancel"
    )
    for post in (red, blue):
        sign_when_due(post.replica)
    exchange([red, blue])
    assert red.moment() == Moment(1, 1), "green still has time"
    signs = "From 2026-01-14 03:04 UTC on your program signs that it goes on without green"
    assert way_on(red.replica) == f"{signs}; to take that back: sits without duel --cancel"
    CLOCK[0] = "2026-01-14T03:05:00+00:00"
    for post in (red, blue):
        sign_when_due(post.replica)
    exchange([red, blue])
    assert red.moment() > Moment(1, 1)
    exchange([red, blue, green])
    assert len(heads(three)) == 1


def test_what_one_asked_for_can_be_taken_back_before_it_is_signed(three: dict[str, Post]) -> None:
    red, blue, _ = three.values()
    for post in (red, blue):
        seal(post)
    exchange([red, blue])
    CLOCK[0] = LATE
    with pytest.raises(NotNowError, match=r"^Your program is not about to sign that duel goes on without anybody\.$"):
        cancel(red.replica)
    go_on_without(red.replica)
    assert cancel(red.replica) == "Your program does not sign that duel 1.1 goes on without anybody."
    CLOCK[0] = "2026-02-14T03:05:00+00:00"
    sign_when_due(red.replica)
    assert not red.replica.ledger().witness.withouts


def test_of_two_nobody_goes_on_without_the_other(tmp_path: Path) -> None:
    CLOCK[0] = BEGUN
    red = careful(tmp_path, scenario="narrows", rules="slots", clock=lambda: CLOCK[0])["red"]
    with pytest.raises(
        NotNowError,
        match=r"^Of two, nobody can go on without the other\. You may offer the game's end: sits forfeit duel$",
    ):
        go_on_without(red.replica)
    with pytest.raises(
        NotAllowedError,
        match=r"^In duel all others together go on without blue: sits without duel blue$",
    ):
        default(red.replica, "blue", "drift")


def test_in_a_game_with_an_umpire_only_the_umpire_goes_on_without_somebody(tmp_path: Path) -> None:
    game = careful(tmp_path, umpire="ump")
    said = r"^duel is played with an umpire, who goes on without somebody"
    with pytest.raises(NotAllowedError, match=rf"{said}: sits default duel PLAYER$"):
        go_on_without(game["ump"].replica)
    with pytest.raises(NotAllowedError, match=rf"{said}\. Of a silent umpire: sits umpire duel --none$"):
        go_on_without(game["red"].replica)


def test_an_umpire_is_told_whom_they_may_go_on_without_and_players_are_not(tmp_path: Path) -> None:
    clock = [BEGUN]
    game = careful(tmp_path, umpire="ump", clock=lambda: clock[0])
    assert way_on(game["ump"].replica) == ""
    clock[0] = LATE
    said = "Grace is over: to go on without blue and red: sits default duel blue and sits default duel red"
    assert way_on(game["ump"].replica) == said
    assert way_on(game["red"].replica) == ""
