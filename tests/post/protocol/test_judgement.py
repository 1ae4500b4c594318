"""Judging a packet at its place: accepted, waiting, refused, differing or put aside, and why."""

from attrs import evolve
from msgspec.structs import replace

from sits_es.game.events import DeadlineSet
from sits_es.mail.packet import LastEvent, Signed, sign
from sits_es.post.protocol.bodies import (
    Clock,
    Default,
    Dispute,
    EventBundle,
    ForkOffer,
    Note,
    Reveals,
    Ruling,
    Seals,
)
from sits_es.post.protocol.content import Body, Opened
from sits_es.post.protocol.fate import Fate, Judgement
from sits_es.post.protocol.judgement import judge, judge_packet, other_mark, second_content
from sits_es.post.protocol.kinds import as_data
from tests.shared.protocol_values import KEYS, Table, begun, chain, packet
from tests.shared.rows import each_row

HEX = "1" * 64


def judged(table: Table, sender: str, body: Body, head: LastEvent | None = None) -> Judgement:
    """What is said of a player's next packet."""
    return judge(table.next(sender, body, head).packet, body, table.ledger, table.chain)


def said(table: Table, sender: str, body: Body, head: LastEvent | None = None) -> tuple[Fate, str]:
    found = judged(table, sender, body, head)
    return found.fate, found.why


def seals(*segments: int, turn: int = 1) -> Seals:
    return Seals(turn=turn, segments=segments, seals=(HEX,) * len(segments))


def clock(until: str, **more: str) -> Clock:
    return Clock(turn=1, segments=(1,), until=until, **more)  # type: ignore[arg-type]  # player and since, both texts


def default(player: str, act: str, seen: int = 9) -> Default:
    return Default(turn=1, segments=(1,), player=player, act=act, seen=seen)  # type: ignore[arg-type]


def ruling(about: int, *, upheld: bool = True, branch: str | None = None) -> Ruling:
    return Ruling(turn=1, segments=(2,), about_turn=1, about_segment=about, upheld=upheld, words="", branch=branch)


@each_row(
    ("body", "why"),
    [
        (seals(1, 9), ""),
        (seals(2), ""),
        (seals(10), "The seal 1 of red in duel is for 1.10 on; at its head 1.1 to 2.break are owed."),
        (seals(1, turn=2), ""),
        (seals(1, turn=3), "The seal 1 of red in duel is for 3.1 on; at its head 1.1 to 2.break are owed."),
        (Reveals(turn=1, segments=(1,), orders=(Opened(lines=(), nonce=HEX),), answers=({},)),
         "red reveals orders for 1.1 that were not sealed."),
        (Reveals(turn=1, segments=(2,), orders=(Opened(lines=(), nonce=HEX),), answers=({},)),
         "red reveals more than 1.1, and in this game exchanges are revealed one by one."),
        (clock("2026-02-30T00:00Z"), "The deadline 1 of red in duel names a date or an hour that does not exist."),
        (clock("1999-12-31T00:00Z"), "The deadline 1 of red in duel names a time outside the years 2000 to 2999."),
        (clock("2026-02-03T00:00Z", player="red", since="2026-02-03T00:00Z"),
         "The deadline 1 of red in duel is not an absence of a player of this game."),
        (clock("2026-02-03T00:00Z", player="red", since="2026-02-02T23:59Z"), ""),
        (default("blue", "drift"), "In a game of two, neither player can default the other."),
        (default("blue", "void"), "red has not revealed 1.1 yet, and so cannot say that blue withholds it."),
        (default("eve", "void"), "red signs against eve, who is not another player of this game."),
        (default("red", "void"), "red has not sealed 1.1, so there is no reveal to give up."),
        (Dispute(turn=1, segments=(10,), words=""),
         "The dispute 1 of red in duel is about an exchange that no turn has."),
        (ForkOffer(turn=1, segments=(1,), parent="duel", version=3, digest=HEX, name=" x", options={}),
         "The name \" x\" holds something that can't be seen."),
        (EventBundle(after=0, digest=HEX, events=(), why="resolved"),
         "red sends a bundle, which is not for a player of this game to send."),
        (Note(words="Hello."), ""),
    ],
)  # fmt: skip
def test_what_a_player_may_say_before_anything_was_played(body: Body, why: str) -> None:
    fate, words = said(Table.of(), "red", body)
    assert (fate, words) == (Fate.REFUSED if why else Fate.ACCEPTED, why)


def test_a_second_seal_is_refused_and_contradicts_the_first() -> None:
    table = Table.of()
    first = table.seal("red", 1, 2)
    found = judged(table, "red", seals(2, 3))
    assert found == Judgement(
        fate=Fate.REFUSED,
        why="red has already sealed 1.2, with packet 1; a second seal does not count.",
        against=first.digest,
    )


def test_a_reveal_must_fit_its_seal_and_order_ones_own_ships() -> None:
    table = Table.of()
    first = table.seal("red", 1)
    (kept,) = table.secrets.values()
    changed = Opened(lines=("Fearless: thrust 1",), nonce=kept.nonce.hex())
    wrong = Reveals(turn=1, segments=(1,), orders=(changed,), answers=({},))
    words = "What red reveals for 1.1 does not fit the seal: orders or nonce were changed."
    assert judged(table, "red", wrong) == Judgement(fate=Fate.REFUSED, why=words, against=first.digest)
    right = Reveals(turn=1, segments=(1,), orders=(kept.opened(),), answers=({},))
    assert judged(table, "red", right).fate is Fate.ACCEPTED
    foreign = Table.of()
    foreign.seal("red", 1, lines=("Sirius: thrust 1",))
    (kept,) = foreign.secrets.values()
    fate, words = said(foreign, "red", Reveals(turn=1, segments=(1,), orders=(kept.opened(),), answers=({},)))
    assert (fate, words) == (Fate.REFUSED, "What red sealed for 1.1 orders Sirius, which belongs to somebody else.")


def test_a_packet_waits_for_the_record_to_come_as_far_as_its_senders() -> None:
    table = Table.of()
    at = table.chain.head.version
    assert said(table, "blue", seals(1), LastEvent(at + 5, HEX)) == (
        Fate.WAITS, f"blue has come to event #{at + 5}, this record to #{at}",
    )  # fmt: skip


def test_another_event_at_its_head_is_another_record_or_another_game() -> None:
    table = Table.of()
    start = table.chain.head
    table.play()
    head = table.chain.head.version
    assert said(table, "blue", seals(2), LastEvent(head, HEX)) == (
        Fate.DIFFERS, f"blue has another event #{head} than this record",
    )  # fmt: skip
    assert said(table, "blue", seals(2), LastEvent(start.version, HEX)) == (
        Fate.REFUSED, "The seal 4 of blue in duel is of a game that began differently from this one.",
    )  # fmt: skip
    during = LastEvent(start.version + 1, table.chain.digests[start.version + 1])
    middle = f"names event #{during.version}, in the middle of an exchange, as its head."
    assert said(table, "blue", seals(2), during) == (Fate.REFUSED, f"The seal 5 of blue in duel {middle}")
    nowhere = evolve(table.next("blue", seals(2)).packet, head=None)
    assert judge(nowhere, seals(2), table.ledger, table.chain).why == (
        "The seal 6 of blue in duel does not say where its sender's record stands."
    )


def test_who_has_revealed_signs_nothing_more_for_the_exchange() -> None:
    table = Table.of()
    for player in ("red", "blue"):
        table.seal(player)
    table.reveal("red")
    assert said(table, "red", clock("2026-02-01T00:00Z")) == (
        Fate.REFUSED, "red signs a deadline for an exchange whose orders they have already revealed.",
    )  # fmt: skip
    assert judged(table, "blue", clock("2026-02-01T00:00Z")).fate is Fate.ACCEPTED


def accusing() -> Table:
    """Red has revealed 1.1, for which a deadline stands; blue has sealed it with packet 1."""
    table = Table.of()
    table.write([DeadlineSet(turn=1, segment=1, until="2026-02-01T00:00Z", grace=0, by=("blue", "red"))])
    for player in ("red", "blue"):
        table.seal(player)
    table.reveal("red")
    return table


def test_a_void_is_judged_by_what_its_sender_had_of_the_accused() -> None:
    table = accusing()
    assert judged(table, "red", default("blue", "void", 1)).fate is Fate.ACCEPTED
    had_none = "red signs that blue withholds 1.1, but did not have blue's seal."
    assert said(table, "red", default("blue", "void", 0)) == (Fate.REFUSED, had_none)
    assert said(table, "red", default("blue", "void", 2)) == (
        Fate.WAITS, "red has packets of blue up to 2, which are not here",
    )  # fmt: skip
    table.reveal("blue")
    assert judged(table, "red", default("blue", "void", 1)).fate is Fate.ACCEPTED, "it was on its way"
    assert said(table, "red", default("blue", "void", 2))[1] == "red signs that blue withholds 1.1, but had the reveal."
    assert said(table, "blue", default("blue", "void", 0)) == (
        Fate.REFUSED, "blue has revealed 1.1; nobody can void it or claim the game for it any more.",
    )  # fmt: skip


def test_without_a_deadline_nobody_withholds() -> None:
    table = Table.of()
    for player in ("red", "blue"):
        table.seal(player)
    table.reveal("red")
    words = "red signs that blue withholds 1.1, for which no deadline was agreed."
    assert said(table, "red", default("blue", "claim", 1)) == (Fate.REFUSED, words)


def test_who_gave_up_his_reveal_does_not_reveal() -> None:
    table = accusing()
    table.say("blue", default("blue", "void", 0))
    (kept,) = [each for each in table.secrets.values() if each.player == "blue"]
    assert said(table, "blue", Reveals(turn=1, segments=(1,), orders=(kept.opened(),), answers=({},))) == (
        Fate.REFUSED, "blue has signed a void of 1.1 against themselves and cannot reveal it any more.",
    )  # fmt: skip
    already = "blue has already signed a void of 1.1 against themselves."
    assert said(table, "blue", default("blue", "claim", 0)) == (Fate.REFUSED, already)


@each_row(
    ("body", "why"),
    [
        (ruling(1), ""),
        (ruling(1, upheld=False, branch="duel-2"), ""),
        (ruling(2), "The ruling 4 of red in duel is about an exchange that has not been played."),
        (ruling(1, upheld=False), "The ruling 4 of red in duel neither upholds the record nor names a new branch."),
        (ruling(1, branch="duel-2"), "The ruling 4 of red in duel neither upholds the record nor names a new branch."),
        (ruling(1, upheld=False, branch="duel"),
         "The ruling 4 of red in duel neither upholds the record nor names a new branch."),
    ],
)  # fmt: skip
def test_a_ruling_is_about_what_was_played(body: Ruling, why: str) -> None:
    table = Table.of()
    table.play()
    table.numbers["red"] = 3
    assert said(table, "red", body) == (Fate.REFUSED if why else Fate.ACCEPTED, why)


def test_with_an_umpire_players_seal_and_he_decides() -> None:
    table = Table.of(umpire=True)
    assert said(table, "red", clock("2026-02-01T00:00Z"))[1] == (
        "red sends a deadline, which is not for a player of this game to send."
    )
    assert judged(table, "ump", clock("2026-02-01T00:00Z")).fate is Fate.ACCEPTED
    assert judged(table, "ump", default("red", "drift")).fate is Fate.ACCEPTED
    words = "With an umpire nobody reveals, so nothing is claimed or voided."
    assert said(table, "ump", default("red", "void")) == (Fate.REFUSED, words)
    assert judged(table, "ump", EventBundle(after=0, digest=HEX, events=(), why="resolved")).fate is Fate.ACCEPTED


def opened(table: Table, signed: Signed, *branches: str) -> tuple[Fate, str]:
    """What is said of a packet as it came."""
    found, _ = judge_packet(signed, table.chain, lambda _: table.ledger, branches.__contains__)
    return found.fate, found.why


def test_only_what_a_player_of_this_game_signed_counts() -> None:
    table = Table.of()
    good = table.next("red", seals(1))
    assert opened(table, good) == (Fate.ACCEPTED, "")
    by_eve = sign(evolve(good.packet, sender="eve"), KEYS["eve"])
    assert opened(table, by_eve) == (Fate.REFUSED, "There is nobody with the id eve in duel.")
    forged = sign(good.packet, KEYS["eve"])
    assert opened(table, forged) == (Fate.REFUSED, "The seal 1 of red in duel is not signed with red's key.")
    unread = sign(evolve(good.packet, body={"words": 3}, kind="note"), KEYS["red"])
    assert opened(table, unread)[1] == "The note cannot be read: Expected `str`, got `int` - at `$.words`."
    marked = sign(evolve(good.packet, body={**as_data(seals(1)), "mark": "cd" * 32}), KEYS["red"])
    assert opened(table, marked) == (Fate.REFUSED, other_mark(marked.packet))
    words = "The seal 1 of red in duel has the mark of another game of this name, or none"
    assert other_mark(marked.packet) == f"{words}; only packets of this game count."


def test_packets_of_a_branch_that_was_left_are_put_aside_and_those_of_one_to_come_wait() -> None:
    table = Table.of()
    said = "The {} is of another branch than the one that is played here"
    for name, here, fate in (("old", ("old",), Fate.ASIDE), ("duel-2", (), Fate.WAITS)):
        signed = packet(chain(begun(), name), "red", 1, seals(1))
        assert opened(table, signed, *here) == (fate, said.format(signed.packet.title))
    later = Table(chain(begun(), "duel-2"))
    first = table.next("red", seals(1))
    assert opened(later, first) == (Fate.ASIDE, said.format(first.packet.title)), "the root is always known"


def test_the_ledger_of_the_turn_that_a_packet_is_about_is_asked_for() -> None:
    table = Table.of()
    asked: list[Body] = []

    def ledger(body: Body) -> object:
        asked.append(body)
        return table.ledger

    body = seals(1)
    judge_packet(table.next("red", body), table.chain, ledger, lambda _: False)  # type: ignore[arg-type]
    assert [type(each) for each in asked] == [Seals]


def test_a_number_that_is_taken_is_taken() -> None:
    table = Table.of()
    first, second = (packet(table.chain, "red", 1, seals(segment)).packet for segment in (1, 2))
    words = "red has already sent a packet 1 with other content; the first one counts, and both are kept."
    assert second_content(second, first) == second_content(second) == words
    other = evolve(second, body={**second.body, "mark": "cd" * 32})
    assert second_content(other, first) == other_mark(other)


def test_games_without_terms_for_it_know_no_boxes() -> None:
    why = "red seals with boxes, which the terms of duel do not know."
    assert said(Table.of(), "red", replace(seals(1), own=("AAAA",))) == (Fate.REFUSED, why)


def test_a_packet_with_another_mark_is_of_another_game() -> None:
    assert other_mark(Table.of().next("red", Note(words="")).packet) == (
        "The note 1 of red in duel has the mark of another game of this name, or none; only packets of this game count."
    )
