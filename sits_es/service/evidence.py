"""What others hold of a record: signed checkpoints, proofs of one event, and the checkpoints in saved mails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from attrs import frozen

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.game.events import FactsRecorded, OrdersDefaulted, OrdersGiven, OrdersRevealed
from sits_es.keys.identity import Identity, identities, load_identity
from sits_es.mail.reading import texts_of
from sits_es.mail.sources import read_mails
from sits_es.orders.names import same
from sits_es.sentences import counted, listed, one_line, unknown
from sits_es.service.audit import Findings
from sits_es.service.replay import facts_of
from sits_es.service.session import OpenGame, Session
from sits_es.service.signed_notes import Signer, is_signed, sign_note, signers
from sits_es.store.audit import rolled_back, where_in
from sits_es.store.chain import broken_at
from sits_es.store.checkpoints import Checkpoint, EventProof, inclusion_proof, read_proof

#: What stands before a line that is quoted, in however many mails.
_QUOTED: Final = re.compile(r"^[\s>|]+")
_SIZE: Final = re.compile(r"[0-9]{1,19}")
#: Letters of a root of 32 bytes in base64.
_ROOT: Final = 44
#: Letters of a subject that are told.
_SUBJECT: Final = 60
MailedVerdict = Literal["confirmed", "contradicted", "rolled back"]


@frozen(kw_only=True)
class CheckedProof(Findings):
    """What a proof or a signed checkpoint says. game: the name in it; says: in words; signed: its signers."""

    says: str
    signed: tuple[Signer, ...]

    def sound(self) -> str:
        """What is proved, and who signed it."""
        words = [each.in_words() for each in self.signed] or ["signed by nobody"]
        return f"{self.says}.\nThe checkpoint is {listed(words)}."


def signer(folder: Path, name: str | None) -> Identity | None:
    """The key to sign with: the named one, or a folder's only one; NotAllowedError for several and no name."""
    keys = folder / "keys"
    known = identities(keys)
    if name is None and len(known) > 1:
        raise NotAllowedError(f"There are several keys here: {listed(known)}. Say which signs: --id KEY")
    chosen = name if name is not None else next(iter(known), None)
    return None if chosen is None else load_identity(keys, chosen)


def signed_checkpoint(opened: OpenGame, identity: Identity) -> str:
    """The checkpoint of a branch as it stands, signed by a player."""
    return _note(opened.store.checkpoint(opened.stream), identity)


def prove_event(opened: OpenGame, which: str, identity: Identity | None = None, under: str | None = None) -> EventProof:
    """Prove that an event, such as 120 or #120, is on the record of a branch.

    identity: who signs the checkpoint; under: the text of one that is used in place of today's. Raises NotAllowedError
    for an event that is missing or not covered, or a checkpoint of another record.
    """
    branch, store = opened.stream, opened.store
    version = opened.event_number(which)
    digests = store.digests(branch)
    note = own_checkpoint(opened, under) if under is not None else _note(store.checkpoint(branch), identity)
    size = Checkpoint.parse(note).size
    if version >= size:
        raise NotAllowedError(f"The checkpoint covers the first {size} events, and not event {version}.")
    spans = store.spans(branch)
    owner = next(each.stream for each in spans if each.after < version and (each.upto is None or version <= each.upto))
    (row,) = store.rows(owner, version - 1, version)
    proof = EventProof(
        stream=row[0],
        version=version,
        topic=row[2],
        state=bytes(row[3]),
        previous=bytes(row[4]),
        path=inclusion_proof(digests[:size], version),
        note=note,
    )
    if not proof.holds():
        raise UnreadableError(broken_at(branch, version))
    return proof


def orders_of(opened: OpenGame, player: str, where: str) -> int:
    """The event with a player's orders or entry at a moment such as 1.3: revealed, in the open, defaulted or entered.

    Raises UnreadableError for no moment, NotNowError for a later one, NotAllowedError for an unknown player, and where
    there is no such event or there are several.
    """
    players = opened.fold().game.players
    if (name := same(player, players)) is None:
        raise NotAllowedError(unknown("player", player, players))
    history, branch = opened.history, opened.called
    moment = history.read_at(where).moment
    found: list[int] = []
    for exchange in history.played(moment, moment):
        own = {
            version: fact
            for version, fact in enumerate(facts_of(opened, exchange), start=exchange.first or 0)
            if isinstance(fact, (FactsRecorded, OrdersDefaulted, OrdersGiven, OrdersRevealed)) and fact.player == name
        }
        # who acts in the open opens a nonce afterwards, and orders nothing with it
        acts = [version for version, fact in own.items() if isinstance(fact, OrdersGiven)]
        found += acts or own
    if len(found) == 1:
        return found[0]
    at = history.rules.label(moment)
    if not found:
        raise NotAllowedError(f"There are no orders of {name} at {at} on the record of {branch}.")
    numbers = listed([f"#{version}" for version in found])
    raise NotAllowedError(f"There are several of {name} at {at} in {branch}: {numbers}. Name one of these events.")


def check_sent(session: Session, text: str, kept: str | None = None) -> CheckedProof:
    """Judge a proof or signed checkpoint that somebody sent; no record is needed. kept: a checkpoint it must be about.

    Raises UnreadableError for a text that is neither, and for a signature by a key known here that does not fit.
    """
    if text.lstrip("\ufeff \r\n\t").startswith("{"):
        proof = read_proof(text.lstrip("\ufeff"))
        note, says, holds = proof.note, proof.in_words(), proof.holds()
    else:
        try:
            read = Checkpoint.parse(text)
        except UnreadableError as fault:
            raise UnreadableError(f"This is neither a proof nor a checkpoint. {fault}") from fault
        note, says, holds = _plain(text), f"{read.origin} has {read.size} events by this checkpoint", True
    under = Checkpoint.parse(note)
    faults = [] if holds else [f"The proof does not hold. It does not show this: {says}."]
    if kept is not None and (saved := Checkpoint.parse(kept)) != under:
        faults.append(
            f"It is not about the checkpoint that you kept, of {saved.size} events of {saved.origin}: "
            "ask for one that is."
        )
    signed = signers(note, _known_keys(session, under.origin))
    return CheckedProof(game=under.origin, faults=tuple(faults), says=says, signed=signed)


def _known_keys(session: Session, game: str) -> dict[str, str]:
    """Known public keys and their holders: the players of a game of that name, and this player."""
    folder = session.folder / "keys"
    own = {load_identity(folder, name).key: f"you, as {name}" for name in identities(folder)}
    people = session.open_game(game).fold().game.people if session.has(game) else {}
    return {who.key: player for player, who in people.items() if who.key} | own


def _note(text: str, identity: Identity | None) -> str:
    return text if identity is None else sign_note(text, identity)


def _plain(text: str) -> str:
    """A checkpoint as it was saved: with its signatures, or its three lines alone."""
    text = text.lstrip("\ufeff\r\n").replace("\r\n", "\n").rstrip() + "\n"
    return text if is_signed(text) else str(Checkpoint.parse(text))


def own_checkpoint(opened: OpenGame, text: str) -> str:
    """The text of a checkpoint that fits a branch here or one of its ancestors. Raises NotAllowedError for others."""
    saved, branch = Checkpoint.parse(text), opened.stream
    if saved.origin not in [name for name, _ in opened.store.line(branch)]:
        raise NotAllowedError(f"The checkpoint is of {saved.origin}, and not of {branch} or of what it comes from.")
    here = Checkpoint.parse(opened.store.checkpoint(branch, size=saved.size))
    if here.size < saved.size and saved.origin == branch:
        raise NotAllowedError(f"{branch}: {rolled_back(saved.size, here.size)}.")
    if here.root != saved.root:
        raise NotAllowedError(f"The record of {branch} does not begin with the {saved.size} events of this checkpoint.")
    return _plain(text)


@frozen(kw_only=True)
class Witness:
    """A checkpoint that was found. where: file, mail and line, in words; found: what the record says to it, in words.

    verdict: rolled back is one that covers more than the record has.
    """

    where: str
    origin: str
    size: int
    verdict: MailedVerdict
    found: str = "the record here begins with them"

    def in_words(self) -> str:
        """For people."""
        return f"{self.where}: {self.origin}, {counted(self.size, 'event')}: {self.found}."


@frozen(kw_only=True)
class Witnesses(Findings):
    """What saved mails say of a game. faults: checkpoints that the record contradicts or does not reach, in words."""

    checkpoints: tuple[Witness, ...]

    def sound(self) -> str:
        """Each checkpoint, and the verdict."""
        lines = [each.in_words() for each in self.checkpoints]
        return "\n".join([*lines, f"{counted(len(lines), 'checkpoint')} found, all confirmed."])

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        told = super().as_json()
        for each in told["checkpoints"]:
            del each["found"]
        return told


def check_witnesses(opened: OpenGame, places: Sequence[Path]) -> Witnesses:
    """Compare a game with every checkpoint of it or of its ancestors in saved mails, mailboxes and folders of them.

    Raises NotAllowedError where there is none of this game, UnreadableError for a place that can't be read.
    """
    game, line = opened.name, [name for name, _ in opened.store.line(opened.stream)]
    kept = [each for place in places for each in checkpoints_in(place) if each[1].origin in line]
    found = _compared(opened, kept)
    if not found:
        whose = f"{game}, or of what it comes from," if len(line) > 1 else game
        raise NotAllowedError(f"No checkpoint of {whose} is in {listed(map(str, places))}.")
    # the one that tells most of where the records part comes first
    wrong = sorted((each for each in found if each.verdict != "confirmed"), key=lambda each: each.size)
    return Witnesses(game=game, faults=tuple(each.in_words() for each in wrong), checkpoints=tuple(found))


def _compared(opened: OpenGame, kept: Sequence[tuple[str, Checkpoint]]) -> list[Witness]:
    """What the record says to each checkpoint. kept: those with where they were found."""
    here = {each: Checkpoint.parse(opened.store.checkpoint(each.origin, size=each.size)) for _, each in kept}
    late = "" if opened.fold().game.play == "hot seat" else ", if no letters are still to be fetched"
    found = []
    for where, each in kept:
        verdict: MailedVerdict = "confirmed"
        said = "the record here begins with them"
        if here[each].size < each.size:
            verdict, said = "rolled back", rolled_back(each.size, here[each].size) + late
        elif here[each] != each:
            # what a smaller one that is right covers was not changed
            sizes = [right.size for right in here if here[right] == right and right.size < each.size]
            verdict = "contradicted"
            said = f"the record here is ANOTHER one: {where_in(max(sizes, default=0), each.size)} differs first"
        found.append(Witness(where=where, origin=each.origin, size=each.size, verdict=verdict, found=said))
    return found


def checkpoints_in(place: Path) -> Iterator[tuple[str, Checkpoint]]:
    """Every checkpoint in a place and where it stands, quoted ones too; each once in a mail."""
    for number, mail in enumerate(read_mails(place), start=1):
        subject, texts = texts_of(mail.content)
        called = f"{place}, mail {number}" + (f" ({one_line(subject)[:_SUBJECT]})" if subject else "")
        seen: set[Checkpoint] = set()
        for text in texts:
            for at, checkpoint in _in_text(text):
                if checkpoint not in seen:
                    seen.add(checkpoint)
                    yield f"{called}, line {at}", checkpoint


def _in_text(text: str) -> Iterator[tuple[int, Checkpoint]]:
    """Three lines each: a name, a number and a root. The line at which it begins, from 1."""
    lines = [_QUOTED.sub("", each).rstrip() for each in text.splitlines()]
    for at, three in enumerate(zip(lines, lines[1:], lines[2:], strict=False), start=1):
        if _SIZE.fullmatch(three[1]) and len(three[2]) == _ROOT:
            try:
                yield at, Checkpoint.parse("\n".join(three))
            except UnreadableError:
                continue
