"""How a game by mail begins: an invitation, an answer from each seat, and the first entry of its log."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.game.play import create
from sits_es.keys.identity import Identity, fingerprint
from sits_es.mail.letters import read_address
from sits_es.orders.names import problem_of_new, same
from sits_es.post.desk import Desk
from sits_es.post.drawer import GameHere
from sits_es.post.log import founding, packets
from sits_es.post.log.entries import NOTHING, Entry, Found, Order, entry_message, packets_in
from sits_es.post.log.packets import Decline, Invite, Join, Place, Signed, Terms, write_part
from sits_es.post.record import created, first_course, write_fact
from sits_es.rules import system
from sits_es.rules.options import chosen_options
from sits_es.rules.system import Setup
from sits_es.sentences import counted, lasting, listed, one_line, quoted, shell, without_full_stop
from sits_es.service.scenario import files_for, rules_and_text

#: Most invitations that wait here for an answer.
MOST_INVITES: Final = 30
_MAKE_ROOM: Final = "Answer or archive some of them (sits games archive GAME), then read this letter again."

#: What a seat can be instead of a player's. An umpire is a keeper who also reads; a mailbox has no program.
ROLES: Final[Mapping[str, Literal["player", "keeper", "spectator"]]] = {
    "keeper": "keeper",
    "umpire": "keeper",
    "mailbox": "player",
    "spectator": "spectator",
}


class Wish(Struct, frozen=True, kw_only=True):
    """What a host wants. others: addresses by seat; options: NAME=VALUE each; roles: by seat; terms: changed ones."""

    scenario: str
    name: str
    me: str
    others: Mapping[str, str]
    rules: str | None = None
    cards: Path | None = None
    options: Sequence[str] = ()
    roles: Mapping[str, str] = {}
    terms: Mapping[str, Any] = {}

    def all_terms(self, box: int) -> Terms:
        """The terms of the game. box: bytes that a system's orders usually take."""
        reads = "umpire" in self.roles.values()
        hold = len({*self.others, self.me}) - list(self.roles.values()).count("spectator")
        usual = {"escrow": not reads and hold > 2, "rules": "keeper" if reads else "all", "box": box}
        return Terms(**usual | dict(self.terms), reads=reads)


def mine(desk: Desk, address: str | None, recovery: str | None = None) -> Join:
    """Who the player is, without a ticket. recovery: public half of a key kept elsewhere. Raises NotAllowedError."""
    settings, file = desk.settings, desk.folder / "sits.toml"
    found = address or settings.address
    if found is None:
        raise NotAllowedError(f"Give your mail address: --address ME@EXAMPLE.ORG, or [mail] address in {file}.")
    name = settings.name or found.partition("@")[0]
    return Join(ticket="", name=name, address=read_address(found), recovery=recovery)


def invite(desk: Desk, wish: Wish, me: Join, key: str | None = None) -> GameHere:
    """Write an invitation and take the seat `me`. key: the identity that signs. NotAllowedError names every fault."""
    identity, drawer = desk.identity(key), desk.drawer
    if problem := _problem_of(wish.name):
        raise NotAllowedError(f"{problem} Choose another name for the game.")
    if desk.find_game(wish.name) or desk.session.has(wish.name):
        raise NotAllowedError(f"There is already a game {wish.name}. Choose another name.")
    rules, text = rules_and_text(wish.scenario, wish.rules)
    terms = wish.all_terms(rules.order_bytes)
    files = files_for(rules, text, wish.scenario, desk.folder, wish.cards)
    setup = rules.setup(text, wish.scenario, files, chosen_options(wish.options))
    tickets = {seat: desk.random(32).hex() for seat in wish.others}
    made = create(wish.name, rules, setup, "umpired" if terms.reads else "peers", desk.random(16).hex())
    offer = Invite(
        number=desk.random(32).hex(),
        terms=terms,
        seats=tuple(_places(wish, setup, me.name, tickets)),
        facts=tuple(map(write_fact, [made, *setup.opening])),
    )
    if faults := list(_faults(wish.me, offer)):
        raise NotAllowedError(faults)
    signed = _signed(None, wish.me, offer, identity)
    here = GameHere(name=wish.name, me=wish.me, key=identity.name, invite=signed)
    drawer.put_game(here)
    for seat, ticket in tickets.items():
        drawer.put_mark(wish.name, f"ticket {seat}", ticket)
    for seat, where in {**wish.others, wish.me: me.address}.items():
        drawer.put_address(wish.name, seat, where)
    drawer.put_packet(wish.name, _signed(signed.digest, wish.me, me, identity), desk.minutes())
    drawer.put_mark(wish.name, f"confirmed {wish.me}", "yes")
    drawer.save()
    return here


def _signed(game: str | None, by: str, body: packets.Body, identity: Identity) -> Signed:
    packet = packets.Packet(game=game, by=by, has=None, body=body)
    return Signed(packet=packet, key=identity.key, signature=identity.sign(packets.message(packet)).hex())


def _places(wish: Wish, setup: Setup, who: str, tickets: Mapping[str, str]) -> Iterator[Place]:
    """Every seat, by id. Raises NotAllowedError for a seat that nobody takes or that does not exist."""
    taken, players = {*wish.others, wish.me}, setup.players
    roles = {seat: role for seat, role in wish.roles.items() if role != "mailbox"}
    rows = (
        (players.keys() - taken, "Nobody is invited as {}."),
        (taken - {*players, *roles}, "The scenario has no player {}."),
        (roles.keys() & players.keys(), "{} is already a player in the scenario."),
        (wish.roles.keys() - taken, "Nobody is invited as {}."),
    )
    if faults := [said.format(each) for wrong, said in rows for each in sorted(wrong)]:
        raise NotAllowedError([*faults, f"Players of {setup.scenario}: {', '.join(sorted(players))}."])
    for seat in sorted(taken):
        name, side = players.get(seat, (seat, None))
        yield Place(
            id=seat,
            name=who if seat == wish.me else name,
            role=ROLES.get(wish.roles.get(seat, ""), "player"),
            side=side,
            mailbox=wish.roles.get(seat) == "mailbox",
            ticket=_digest(tickets[seat]) if seat in tickets else None,
        )


def _problem_of(name: str) -> str | None:
    """Why a game by mail can't have this name, or None."""
    if "~" in name:
        return f"The name {quoted(name)} contains a ~, which separates a game's name from its branch's."
    return problem_of_new(name)


def _digest(ticket: str) -> str:
    return hashlib.sha256(ticket.encode()).hexdigest()


def _faults(host: str, offer: Invite) -> Iterator[str]:
    """Why nobody could play by an invitation, or why its facts begin no game."""
    yield from founding.offer_faults(host, offer)
    roles = {place.id: place.role for place in offer.seats if place.role != "spectator"}
    if offer.terms.escrow and len(roles) < 3:
        yield "Escrow needs at least three people: two others hold the shares of each seal."
    if any(place.mailbox for place in offer.seats) and roles.get(host) == "player":
        yield "A player without a program writes to the umpire, so the umpire must send the invitations."
    try:
        first_course(offer, {})
    except GameError as fault:
        yield f"The invitation's game cannot begin: {str(fault).removesuffix('.')}."


# answers


def take_invite(desk: Desk, signed: Signed) -> str | None:
    """Store an invitation that came. What is wrong with it, or None; one that is here already changes nothing."""
    offer = signed.body
    if not isinstance(offer, Invite) or signed.packet.game is not None:
        return "The letter holds no invitation."
    try:
        name = created(offer).game
    except UnreadableError as fault:
        return str(fault)
    if (known := next((each for each in desk.drawer.games() if each.name == name), None)) is not None:
        again = known.invite.digest == signed.digest
        return None if again else f"{signed.by} invites you to {name}, but another game here already has that name."
    why = _problem_of(name) or _no_room(desk, signed, name) or " ".join(_faults(signed.by, offer))
    if not why:
        desk.drawer.put_game(GameHere(name=name, me=None, key=None, invite=signed))
    return why or None


def _no_room(desk: Desk, signed: Signed, name: str) -> str:
    """Why there is no room for an invitation to a game of this name; empty if there is."""
    waiting = [here for here in desk.drawer.games() if here.me is None and not here.away]
    here = [*desk.session.aliases.taken(), *(each.name for each in desk.drawer.games())]
    twin, most = same(name, here), packets.MOST_BYTES
    ways = (
        (twin, f"there is another game {twin} in {desk.folder}."),
        (len(write_part(signed)) > most, f"the invitation is longer than {most >> 20} MB."),
        (len(waiting) >= MOST_INVITES, f"{MOST_INVITES} invitations already wait. {_MAKE_ROOM}"),
    )
    return next((f"{signed.by} invites you to {name}, but {why}" for holds, why in ways if holds), "")


def keep_ticket(desk: Desk, ticket: str) -> None:
    """Store the ticket of an invitation's letter with its seat."""
    for here in desk.drawer.games():
        for place in here.offer.seats:
            if place.ticket == _digest(ticket):
                desk.drawer.put_mark(here.name, f"ticket {place.id}", ticket)


def answer(
    desk: Desk, name: str, me: Join, seat: str | None = None, key: str | None = None, *, declines: str | None = None
) -> Signed:
    """Join a game, or decline it with words. me: still without a ticket. Raises NotAllowedError, NotNowError."""
    here, drawer, identity = invited(desk, name), desk.drawer, desk.identity(key)
    place, ticket = _ticket(desk, here, seat)
    body = replace(me, ticket=ticket) if declines is None else Decline(ticket=ticket, words=declines)
    signed = _signed(here.invite.digest, place, body, identity)
    drawer.put_packet(here.name, signed, desk.minutes())
    drawer.put_game(replace(here, me=place, key=identity.name, away=declines is not None))
    drawer.put_address(here.name, place, me.address)
    drawer.save()
    return signed


def _ticket(desk: Desk, here: GameHere, seat: str | None) -> tuple[str, str]:
    """The seat to take, named or by its ticket, and the ticket."""
    free = [place.id for place in here.offer.seats if place.ticket is not None and place.joins]
    kept = {each: desk.drawer.mark(here.name, f"ticket {each}") for each in free if seat in (None, each)}
    place, *others = [each for each, ticket in kept.items() if ticket or len(kept) == 1] or free
    if others or not kept:
        raise NotAllowedError(f"Say with --as which seat you take: {', '.join(free)}.")
    if not (ticket := kept[place]):
        raise NotNowError(
            f"The ticket for {place}'s seat in {here.name} is not here. The ticket is in the letter that "
            f"{here.invite.by} wrote to {place}: read that whole letter first, with sits mail in."
        )
    return place, ticket


def seat_offered(desk: Desk, here: GameHere) -> str | None:
    """The seat for which an invitation's letter is here; None if none is, or several are."""
    seats = [place.id for place in here.offer.seats if desk.drawer.mark(here.name, f"ticket {place.id}")]
    return seats[0] if len(seats) == 1 else None


def invited(desk: Desk, name: str) -> GameHere:
    """A game to which the player is invited. Raises NotAllowedError if not, NotNowError if they have answered."""
    here = desk.find_game(name)
    if here is None:
        known = ", ".join(each.name for each in desk.drawer.games()) or "none"
        take = "Take in the letter that brought it, saved as a file: sits mail in FILE"
        raise NotAllowedError(f"There is no invitation to {name} here. Games by mail: {known}. {take}")
    if here.me == here.invite.by:
        raise NotNowError(f"You sent the invitation to {name} yourself, as {here.me}: there is nothing to join.")
    if here.away:
        raise NotNowError(f"You have declined {name}. To play after all, ask for another invitation.")
    if here.me is not None:
        raise NotNowError(f"You have already joined {name}, as {here.me}.")
    return here


# beginning


class Gathering(Struct, frozen=True, kw_only=True):
    """A game before it begins. joined: answers by seat; waits: for whom; unconfirmed: keys to check; declined: why."""

    joined: Mapping[str, Signed]
    waits: tuple[str, ...]
    unconfirmed: Mapping[str, str]
    declined: Mapping[str, str]


def gathering(desk: Desk, here: GameHere) -> Gathering:
    """How far a game has come before it begins."""
    pool = list(desk.drawer.pool(here.name).values())
    joined, asks = founding.answers(here.invite, pool), here.offer.terms.confirm and here.me == here.invite.by
    asked = [seat for seat in joined if asks and not desk.drawer.mark(here.name, f"confirmed {seat}")]
    refusals = ((each.by, each.body.words) for each in pool if isinstance(each.body, Decline))
    return Gathering(
        joined=joined,
        waits=founding.waited_for(here.invite, pool),
        unconfirmed={seat: fingerprint(joined[seat].key) for seat in asked},
        declined={by: without_full_stop(one_line(words)) for by, words in refusals if by not in joined},
    )


def confirm(desk: Desk, here: GameHere, seat: str | None) -> Iterator[str]:
    """Confirm players after comparing their key in words. Raises NotAllowedError, NotNowError."""
    if here.me != here.invite.by:
        raise NotAllowedError(f"Only {here.invite.by}, who sent the invitations to {here.name}, confirms who plays.")
    found = gathering(desk, here)
    waiting = [*found.unconfirmed] if seat is None else [seat]
    if seat is not None and seat not in found.joined:
        raise NotAllowedError(f"{seat} has not answered. Answers to {here.name}: {listed(sorted(found.joined))}.")
    if not waiting:
        raise NotNowError(f"Nobody needs to be confirmed in {here.name}.")
    for each in waiting:
        desk.drawer.put_mark(here.name, f"confirmed {each}", "yes")
        yield f"{each}, whose key in words is {fingerprint(found.joined[each].key)}"
    desk.drawer.save()


def begin_if_all_joined(desk: Desk, here: GameHere) -> GameHere:
    """Begin a game as its host, once everybody has answered."""
    found = gathering(desk, here)
    if here.me != here.invite.by or found.waits or found.unconfirmed:
        return here
    identity = desk.identity(here.key)
    joins = tuple(found.joined[seat] for seat in sorted(found.joined))
    course = first_course(here.offer, found.joined)
    what = Found(invite=here.invite, joins=joins)
    order = Order(epoch=0, n=0, prev=NOTHING, at=desk.minutes(), what=what, record=course.record)
    entry = Entry(order=order, key=identity.key, signature=identity.sign(entry_message(order)).hex())
    return begin(desk, here, entry)


def begin(desk: Desk, here: GameHere, first: Entry) -> GameHere:
    """Store the entry with which a game begins, and everybody's addresses."""
    desk.drawer.keep(here.name, "entry", first.digest, write_part(first))
    desk.drawer.put_game(begun := replace(here, first=first.digest))
    take_addresses(desk, here, packets_in(first))
    return begun


def no_seat(here: GameHere) -> str:
    """What to do about a game that has begun without a key of the player's, as a sentence."""
    lost = f"If you have lost your seat's key: sits propose reseat {shell(here.name)} SEAT --recovery"
    return f"None of your keys has a seat in {here.name}. {lost}"


def take_addresses(desk: Desk, here: GameHere, joins: Iterable[Signed]) -> None:
    """Store everybody's addresses from their answers."""
    for packet in joins:
        if isinstance(packet.body, Join):
            desk.drawer.put_address(here.name, packet.by, packet.body.address)


def invitation_text(here: GameHere) -> Iterator[str]:
    """An invitation in lines: the game, and the terms with their price."""
    yield from game_text(here)
    yield "By joining you sign these terms:"
    yield from (f"  {line}" for line in terms_in_words(here.offer))


def game_text(here: GameHere) -> Iterator[str]:
    """A game on offer, in lines: its title, its seats, its particulars."""
    offer, terms = here.offer, here.offer.terms
    game = created(offer)
    rules = system(game.system)
    yield f"{here.name}: {game.title}; {rules.title}."
    reads = " and opens all orders" if terms.reads else ""
    late = f", whose reports come {counted(terms.spectators, 'exchange')} late" if terms.spectators else ""
    roles = {"player": "player", "keeper": f"keeps the log{reads}", "spectator": f"spectator{late}"}
    for place in offer.seats:
        side = "" if place.side is None else f", side {place.side}"
        yield f"  {place.id}: {roles[place.role]}{side}{', by mail alone' if place.mailbox else ''}"
    board = rules.new_board(game.options, game.tables, game.classes)
    yield from rules.particulars(rules.freeze(board))


def terms_in_words(offer: Invite) -> Iterator[str]:
    """The terms in sentences, each choice with its price."""
    terms = offer.terms
    time = f"{lasting(terms.hours)} and {counted(terms.grace, 'hour')} of grace"
    players = sum(place.role == "player" for place in offer.seats)
    keeper = next((place.id for place in offer.seats if place.role == "keeper"), None)
    enough = f"{keeper} and one player" if terms.reads else "more than half of the players"
    yield f"Each exchange has {time}. After the grace, {enough} can go on without a late player."
    if terms.reads:
        yield f"{keeper} plays no side and keeps the log. {keeper}'s program opens all orders once all have sealed."
        yield "A turn takes one round of letters."
        yield f"Drawback: you must trust {keeper} not to open them early. All dice and facts can be checked."
    elif keeper is not None:
        yield f"{keeper} plays no side and keeps the log, but reads no orders."
    else:
        yield "The host keeps the log and puts everybody's packets in order, but can neither read nor change them."
    if terms.reveal == "run":
        yield "Everything sealed for a turn is opened together, so a turn takes two rounds of letters."
        yield "Drawback: if something stops your plans, the others have already seen the rest."
    if terms.escrow:
        yield "Every seal is in escrow: once the time is up, all the others together can open what a player withholds."
        yield "Drawback: if all the others conspire, they can also read your orders early."
    elif not terms.reads and players > 2:
        yield "Nothing is in escrow: whoever withholds an opening loses the seat, and the dice are rolled again."
    if players == 2 and keeper is None:
        yield "With two players, neither can go on alone: once the time is up, you can propose the end."
    who = "All players together rule on disputes and rewind the game"
    if terms.rules == "keeper" and keeper is not None:
        who = f"{keeper} can rule on disputes and rewind the game alone"
    yield f"{who}. More than half of the players can replace the keeper."
    yield f"Packed, the orders for an exchange may take up to {terms.box} bytes; all seals are the same length."
    if any(place.mailbox for place in offer.seats):
        yield f"A player who plays only by mail trusts {keeper} with their orders and their part of the dice."
