"""What was found by trying to break games by mail: none of it stops an honest program, or parts two of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from sits_es.errors import NotNowError
from sits_es.game.events import FactsRecorded, OrdersDefaulted, SegmentClosed
from sits_es.mail.packet import Packet
from sits_es.post import decisions
from sits_es.post.desk.facts import write_fact
from sits_es.post.protocol import entries
from sits_es.post.protocol.bodies import Default, Record, Ruling
from sits_es.post.protocol.entries import smaller
from sits_es.post.protocol.judgement import judge
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.umpire import bundle
from sits_es.post.standing_orders import set_standing
from sits_es.rules.moments import Moment
from sits_es.rules.sits.events.fire import OrderVoided
from sits_es.rules.sits.story import tell
from tests.post.example_games import enter, give, go_round, heads, posts, refusals
from tests.post.protocol.open_table import RULES
from tests.shared.duels import of_three
from tests.shared.posts import BLUE, RED, Post, exchange, facts, peers, seal_lines, sound, umpired
from tests.systems.installed import installed

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Sirius: fire forward-graser at Nobody", "there is no ship Nobody."),
        ("Sirius: fire bow-graser at Fearless", "has no beam weapon bow-graser."),
        ("Sirius: fire forward-laser at Fearless", "has no beam weapon forward-laser."),
        ("Sirius: launch forward 1 salvo at Nobody", "there is no ship Nobody."),
        ("Sirius: launch bow 1 salvo at Fearless", "has no launcher bow."),
        ("Sirius: stop if Nobody bears", None),
        ("Sirius: stop if range to Nobody at most 9", None),
    ],
)
def test_a_sealed_order_that_nobody_checked_has_no_effect_and_stops_nobody(
    tmp_path: Path, line: str, why: str | None
) -> None:
    red, blue = peers(tmp_path)
    red.seal(RED, 1)
    seal_lines(blue, {Moment(1, 1): (line,)})
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 2)
    told = [tell(fact) for fact in facts(red, OrderVoided) if isinstance(fact, OrderVoided)]
    assert [each for each in told if why is not None and why not in each] == []
    assert len(told) == (why is not None)
    assert sound(red)


def test_a_letter_with_orders_for_exchanges_that_are_over_still_gets_its_receipt(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    exchange([ump, red, blue])
    red.seal(RED, 3)
    ump.take(red.packets())
    blue.seal(BLUE, 3)
    ump.replica.post(Default(turn=1, segments=(1,), player="blue", act="drift", seen=0))
    ump.replica.settle()
    assert ump.moment() == Moment(1, 2)
    exchange([ump, red, blue])
    assert ump.moment() == red.moment() == blue.moment() == Moment(1, 4)
    assert [fact.player for fact in facts(red, OrdersDefaulted) if isinstance(fact, OrdersDefaulted)] == ["blue"]


def test_a_late_player_is_not_locked_out_where_some_owe_nonces_alone(tmp_path: Path) -> None:
    found = posts(tmp_path, "slots", "narrows", umpire="ump")
    ump, red, blue = found["ump"], found["red"], found["blue"]
    give(red, "haste 2")
    ump.take(red.packets())
    give(blue, "haste 1")
    ump.replica.post(Default(turn=1, segments=(1,), player="blue", act="drift", seen=0))
    ump.replica.settle()
    assert ump.moment() > Moment(1, 1)
    go_round(found)
    assert refusals(ump) == []
    assert ump.desk.journal.entries("duel", ("parked",)) == []
    assert len(heads(found)) == 1


def test_a_seal_that_comes_when_its_turn_is_over_is_judged_by_that_turn(tmp_path: Path) -> None:
    """Green's letter crosses its own default at the end of a turn: whoever gets which first, all take all of it."""
    scenario = tmp_path / "three.toml"
    scenario.write_text(of_three("blue"), encoding="utf-8")
    found = posts(tmp_path, "sits", str(scenario), ("red", "blue", "green"))
    red, blue, green = found.values()
    last = red.replica.chain().rules.most_steps
    for post in found.values():
        seal_lines(post, {Moment(1, segment): () for segment in range(1, last)})
    go_round(found)
    at = Moment(1, last)
    assert red.moment() == at
    for post in (red, blue):
        seal_lines(post, {at: ()})
    seals = [*red.packets(), *blue.packets()]
    for post in (red, blue):
        post.replica.post(Default(turn=1, segments=(last,), player="green", act="drift", seen=0))
        post.replica.settle()
    green.take(seals)
    seal_lines(green, {at: ()})
    blue.take(green.packets())
    red.take(blue.packets())
    blue.take(red.packets())
    red.take(blue.packets())
    go_round(found)
    assert refusals(red) == refusals(blue) == []
    for post in found.values():
        seal_lines(post, {post.moment(): ()})
    go_round(found)
    assert red.moment() == blue.moment() == green.moment()
    assert red.moment() > Moment(2, 1)
    assert len(heads(found)) == 1


def test_nobody_rules_on_an_exchange_that_never_was(tmp_path: Path) -> None:
    """In a turn of varying length any number could be an exchange, so the record says which there were."""
    red = posts(tmp_path, "slots", "narrows")["red"]
    chain = red.replica.chain()
    head, second = chain.head.version, Moment(2, 1)
    chain = evolve(chain, owed={**chain.owed, head - 1: Moment(1, 1), head: second})

    def ruled(about: Moment) -> str:
        body = Ruling(turn=2, segments=(1,), about_turn=about.turn, about_segment=about.segment, upheld=False,
                      words="I say so.", branch="duel-2")  # fmt: skip
        packet = Packet(kind="ruling", game="duel", branch="duel", sender="red", number=9, head=chain.head)
        return judge(packet, body, Ledger(), chain).why

    assert ruled(Moment(1, 1)) == ""
    for never in (Moment(1, 777), second):
        assert ruled(never).endswith("is about an exchange that has not been played.")


def test_the_close_of_an_exchange_is_no_part_of_a_record_of_facts_alone(tmp_path: Path) -> None:
    found = posts(tmp_path, "xwing", "beacon", umpire="ump")
    ump, red = found["ump"], found["red"]
    chain = ump.replica.chain()
    closed = write_fact(SegmentClosed(turn=1, segment=1))
    ump.replica.post(bundle(chain, chain.head.version, "resolved", [closed]))
    red.take(ump.packets())
    (refused,) = refusals(red)
    assert refused.endswith("An exchange of duel closes, and xwing has none.")
    assert red.head() == ump.head()


def entered(folder: Path) -> tuple[dict[str, Post], Post, Post]:
    """A game of facts alone, after two entries."""
    found = posts(folder, "xwing", "beacon")
    red, blue = found["red"], found["blue"]
    for one, other in ((red, blue), (blue, red)):
        enter(one, "place at 3,4 facing 0" if one is red else "place at 5,4 facing 0")
        go_round(found)
        decisions.agree(other.replica)
        go_round(found)
    assert red.moment() == blue.moment() == Moment(1, 3)
    return found, red, blue


def test_a_game_of_facts_is_played_on_from_before_an_entry(tmp_path: Path) -> None:
    found, red, blue = entered(tmp_path)
    first = min(
        each.version for each in red.desk.session.open_game("duel").events() if isinstance(each.event, FactsRecorded)
    )
    decisions.rewind(red.replica, "1.1", None, None)
    go_round(found)
    decisions.agree(blue.replica)
    go_round(found)
    for post in (red, blue):
        assert post.desk.seat("duel").branch == "duel-2"
        assert post.moment() == Moment(1, 1)
        assert post.desk.session.store.line("duel-2")[0][1] == first - 1
        assert sound(post)


def test_in_the_middle_of_an_entry_nothing_is_owed(tmp_path: Path) -> None:
    _, red, _ = entered(tmp_path)
    chain = red.replica.chain()
    inside = [
        each.version
        for each in red.desk.session.open_game("duel").events()
        if isinstance(each.event, FactsRecorded) and each.version < chain.head.version
    ]
    assert inside
    assert not set(inside) & chain.owed.keys()


def test_what_goes_on_record_with_orders_is_refused_where_nobody_owes_any(tmp_path: Path) -> None:
    _, red, _ = entered(tmp_path)
    said = r"^Nobody owes orders in duel at 1\.3, and what is signed here goes on record with orders\.$"
    with pytest.raises(NotNowError, match=said):
        decisions.set_deadline(red.replica, "2026-12-01T18:00Z", 0)
    with pytest.raises(NotNowError, match=said):
        decisions.set_absence(red.replica, "blue", "2026-12-01T18:00Z", "2026-12-02T18:00Z")
    with pytest.raises(NotNowError, match=said):
        decisions.rule(red.replica, "1.1", "It stands.", None)
    with pytest.raises(
        NotNowError, match=r"^Nobody owes orders in duel at 1\.3, so there are none that could stand\.$"
    ):
        set_standing(red.replica, "orders", None)


def test_who_proposes_the_same_again_is_told_who_has_still_to_sign(tmp_path: Path) -> None:
    red = posts(tmp_path, "xwing", "beacon")["red"]
    enter(red, "place at 3,4 facing 0")
    sent = len(red.packets())
    with pytest.raises(NotNowError, match=r"^You have signed this already\. Still to sign: blue\.$"):
        enter(red, "place at 3,4 facing 0")
    assert len(red.packets()) == sent


def test_a_record_is_not_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MOST_TRIES", 5)
    record = Record(turn=1, segments=(1,), player="red", lines=("Kestrel: place at 3,4 facing 0",))
    said = r"^No record with a smaller digest than the one you have signed is found in 5 tries\.$"
    with pytest.raises(NotNowError, match=said):
        smaller("ab" * 32, record, "0" * 64)
    assert smaller("ab" * 32, record, "f" * 64).lines == record.lines
