"""What could still be sent at every point of an exchange by all but one honest player, who are in league."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

from attrs import evolve, frozen
from msgspec.structs import replace

from sits_es.events import Event
from sits_es.mail.packet import LastEvent, Signed, sign
from sits_es.post.protocol.bodies import Act, Default, Record, Reveals, Ruling, Seals
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.kinds import as_data, content_of, kind_of
from sits_es.rules.moments import Moment
from tests.post.example_games import THREE
from tests.post.program import Nonce, Program, go_round, usual
from tests.post.protocol import open_table
from tests.shared import protocol_values
from tests.shared.protocol_values import KEYS

SITS = {"red": "Fearless: thrust 6", "blue": "Sirius: thrust 4", "green": "Hood: thrust 2"}
FLIGHTS = {"red": "Kestrel: fly to 3", "blue": "Hawk: fly to 2", "green": "Merlin: fly to 2"}
TURNS = {"red": "impulse 1 Kestrel: turn pitch 1", "blue": "impulse 1 Hawk: turn pitch 1"}


@frozen(kw_only=True)
class Case:
    """An exchange to be ground at. begun: the game's first facts; players: by id; lines: other orders to try."""

    begun: Callable[[], Sequence[Event]]
    at: Moment
    players: tuple[str, ...] = ("red", "blue")
    lines: dict[str, str]


TRIO = ("red", "blue", "green")
CASES = {
    "everybody orders, SITS": Case(begun=protocol_values.begun, at=Moment(1, 1), lines=SITS),
    "three order, SITS": Case(
        begun=lambda: protocol_values.begun(third=True), at=Moment(1, 1), players=TRIO, lines=SITS
    ),
    "everybody orders": Case(begun=lambda: open_table.begun("slots", "narrows"), at=Moment(1, 1), lines=FLIGHTS),
    "one acts alone": Case(begun=lambda: open_table.begun("slots", "narrows"), at=Moment(1, 2), lines=FLIGHTS),
    "one acts and two wait": Case(
        begun=lambda: open_table.begun("slots", THREE), at=Moment(1, 2), players=TRIO, lines=FLIGHTS
    ),
    "runs of several impulses": Case(
        begun=lambda: open_table.begun("sfb_n3d", "pursuit"), at=Moment(1, 1), lines=TURNS
    ),
}


def another(player: str, moment: Moment) -> bytes:
    """A nonce that a player in the league has in reserve."""
    return usual(f"{player} again", moment)


@frozen
class Told:
    """How an exchange goes when everybody keeps to a plan. others: what the league sends, in order.

    course: every fact up to the exchange's close, dice and orders among them; None where it is not played.
    """

    others: tuple[Signed, ...]
    course: tuple[Event, ...] | None
    programs: tuple[Program, ...]


def told(case: Case, honest: str, nonce: Nonce = usual, plan: dict[str, str] | None = None) -> Told:
    """Play up to the exchange and through it. nonce, plan: of the league, where they do otherwise."""
    programs = [
        Program(
            player=player,
            told=list(case.begun()),
            plan={case.at: (plan[player],)} if plan is not None and player != honest else {},
            nonce=usual if player == honest else nonce,
        )
        for player in case.players
    ]
    go_round(programs, case.at)
    mine = next(each for each in programs if each.player == honest)
    return Told(tuple(_in_order(programs, honest)), mine.course(case.at), tuple(programs))


def _in_order(programs: Sequence[Program], honest: str) -> Iterator[Signed]:
    """Packets of the league, each player's in order, seals of all before what follows from them."""
    rest = {each.player: list(each.sent) for each in programs if each.player != honest}
    most = max(map(len, rest.values()))
    for number in range(most):
        yield from (sent[number] for sent in rest.values() if number < len(sent))


def listening(case: Case, honest: str, packets: Sequence[Signed]) -> Program:
    """The honest player's program after some packets; its person writes whatever is owed, up to the exchange."""
    program = Program(player=honest, told=list(case.begun()))
    hear(program, case, packets)
    return program


def hear(program: Program, case: Case, packets: Sequence[Signed]) -> Program:
    program.take([])
    for signed in [None, *packets]:
        program.take([] if signed is None else [signed])
        while program.chain.game.moment <= case.at and program.play():
            program.take([])
    return program


def again(signed: Signed, body: Body | None = None, number: int | None = None, head: LastEvent | None = None) -> Signed:
    """A packet of the league, signed anew with something changed."""
    data = signed.packet.body if body is None else as_data(body)
    packet = signed.packet
    changed = evolve(packet, body=data, number=number or packet.number, head=head or packet.head)
    return sign(changed, KEYS[signed.packet.sender])


def changed_bodies(case: Case, signed: Signed) -> Iterator[Body]:
    """What could stand in a packet instead."""
    player = signed.packet.sender
    body = content_of(signed)
    nonce = another(player, case.at).hex()
    if isinstance(body, Seals):
        yield replace(body, seals=("1" * 64, *body.seals[1:]))
    elif isinstance(body, Reveals):
        yield replace(body, orders=tuple(replace(each, nonce=nonce) for each in body.orders))
        yield replace(body, orders=tuple(replace(each, lines=(case.lines[player],)) for each in body.orders))
        if isinstance(body.answers, tuple):
            yield replace(body, answers=({},) * len(body.answers))
    elif isinstance(body, Act):
        yield replace(body, lines=(case.lines[player],))
        yield replace(body, nonce=nonce)
        yield replace(body, seals=dict.fromkeys(body.seals, "1" * 64))
        yield replace(body, seals={player: body.seals[player]})


def other_bodies(case: Case, player: str, mark: str | None) -> Iterator[Body]:
    """What else a player of the league could send."""
    turn, segments = case.at.turn, (case.at.segment,)
    for accused in case.players:
        for act in ("drift", "void", "claim"):
            yield Default(turn=turn, segments=segments, player=accused, act=act, seen=9, mark=mark)
    ruling = Ruling(
        turn=turn, segments=segments, about_turn=1, about_segment=1, upheld=False, words="", branch="duel-2"
    )
    yield replace(ruling, mark=mark)
    yield Record(turn=turn, segments=segments, player=player, lines=(case.lines[player],), mark=mark)
    yield Seals(turn=turn, segments=segments, seals=("2" * 64,), mark=mark)


def shifted(packets: Sequence[Signed], player: str) -> list[Signed]:
    """The rest of what the league sends, one player's a number later."""
    return [again(each, number=each.packet.number + 1) if each.packet.sender == player else each for each in packets]


def following(packets: Sequence[Signed], player: str) -> int:
    """The number of a player's next packet."""
    return 1 + max((each.packet.number for each in packets if each.packet.sender == player), default=0)


def alternatives(case: Case, plain: Told, honest: str, known: int) -> Iterator[list[Signed]]:
    """Everything that the league could send once the honest player has taken `known` of its packets."""
    rest = list(plain.others[known:])
    yield list(reversed(rest))
    yield from ([each for each in rest if each != silent] for silent in rest)
    if len(rest) <= 3:
        yield from (list(order) for order in permutations(rest))
    for signed in plain.others:
        for body in changed_bodies(case, signed):
            # instead of it, as one more at once, and as one more after all
            player = signed.packet.sender
            last = max(each.packet.number for each in plain.others if each.packet.sender == player)
            yield [again(signed, body), *rest]
            yield [again(signed, body, following(plain.others[:known], player)), *shifted(rest, player)]
            yield [*rest, again(signed, body, last + 1)]
        if signed.packet.head is not None and signed in rest:
            yield [again(signed, head=plain.others[0].packet.head), *rest]
    for signed in {each.packet.sender: each for each in plain.others}.values():
        player = signed.packet.sender
        number = 1 + max(
            (each.packet.number for each in plain.others[:known] if each.packet.sender == player), default=0
        )
        for program in (each for each in plain.programs if each.player == honest):
            for body in other_bodies(case, player, program.chain.mark):
                for head in {each.packet.head for each in plain.others}:
                    made = Signed(packet=evolve(signed.packet, kind=kind_of(body)), signature=b"", bytes=b"", digest="")
                    yield [again(made, body, number, head=head), *shifted(rest, player)]
    for nonce, plan in ((another, None), (usual, case.lines), (another, case.lines)):
        otherwise = list(told(case, honest, nonce, plan).others)
        yield otherwise
        yield [*otherwise, *rest]
        yield [*rest, *otherwise]
        yield from _all_again(plain, otherwise, known)


def _all_again(plain: Told, otherwise: Sequence[Signed], known: int) -> Iterator[list[Signed]]:
    """One player of the league sends all that is different once more, under new numbers: seals with what opens them."""
    for player in {each.packet.sender for each in otherwise}:
        before = {each.digest for each in plain.others}
        mine = [each for each in otherwise if each.packet.sender == player and each.digest not in before]
        first = following(plain.others[:known], player)
        numbered = [again(each, number=number) for number, each in enumerate(mine, first)]
        others = [each for each in plain.others[known:] if each.packet.sender != player]
        yield [*numbered, *others]
        yield [*others, *numbered]
