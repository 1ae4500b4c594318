"""Checkpoints signed with a player's key, and proofs from the record that others check without it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.game.events import FactsRecorded, OrdersDefaulted, OrdersGiven, OrdersRevealed
from sits_es.mail.identity import Identity, identities, load_identity
from sits_es.mail.notes import Signer, is_signed, sign_note, signers
from sits_es.orders.names import same
from sits_es.sentences import listed, unknown
from sits_es.service.findings import Findings
from sits_es.service.replay import facts_of
from sits_es.service.session import Session
from sits_es.store.chain import broken_at
from sits_es.store.checkpoint import Checkpoint
from sits_es.store.evidence import EventProof, GrowthProof, path_between, path_to, read_proof


@frozen(kw_only=True)
class CheckedProof(Findings):
    """What a proof or a signed checkpoint says. game: the name in it; says: in words; signed: who stands for it."""

    says: str
    signed: tuple[Signer, ...]

    def sound(self) -> str:
        """What is proved, and on whose word."""
        words = [each.in_words() for each in self.signed] or ["signed by nobody"]
        return f"{self.says}.\nThe checkpoint is {listed(words)}."

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "ok": not self.faults,
            "game": self.game,
            "faults": list(self.faults),
            "says": self.says,
            "signed": [{"words": each.words, "who": each.who} for each in self.signed],
        }


def signer(folder: Path, name: str | None) -> Identity | None:
    """The key to sign with: the one that is named, or the only one in a player's folder; None where there is none.

    Raises NotAllowedError where there are several and none is named, UnreadableError for a name that is not there.
    """
    keys = folder / "keys"
    known = identities(keys)
    if name is None and len(known) > 1:
        raise NotAllowedError(f"There are several keys here: {listed(known)}. Say which signs: --id KEY")
    chosen = name if name is not None else next(iter(known), None)
    return None if chosen is None else load_identity(keys, chosen)


def signed_checkpoint(session: Session, game: str, identity: Identity) -> str:
    """The checkpoint of a branch as it stands, with a player's signature under it."""
    return _note(session.store.checkpoint(session.require(game)), identity)


def prove_event(
    session: Session, game: str, which: str, identity: Identity | None = None, under: str | None = None
) -> EventProof:
    """Prove that an event is on the record of a branch.

    which: its number, such as 120 or #120; identity: who signs the checkpoint; under: the text of a checkpoint that the
    other has, in place of the one of today. Raises NotAllowedError for an event that is not there or that the
    checkpoint does not cover, or a checkpoint of another record.
    """
    branch = session.require(game)
    version = session.event_number(game, which)
    digests = session.store.digests(branch)
    note = _own(session, branch, under) if under is not None else _note(session.store.checkpoint(branch), identity)
    size = Checkpoint.parse(note).size
    if version >= size:
        raise NotAllowedError(f"The checkpoint covers the first {size} events, and not event {version}.")
    spans = session.store.spans(branch)
    owner = next(each.stream for each in spans if each.after < version and (each.upto is None or version <= each.upto))
    (row,) = session.store.rows(owner, version - 1, version)
    proof = EventProof(
        stream=row[0],
        version=version,
        topic=row[2],
        state=bytes(row[3]),
        previous=bytes(row[4]),
        path=path_to(digests[:size], version),
        note=note,
    )
    if not proof.holds():
        raise UnreadableError(broken_at(branch, version))
    return proof


def orders_of(session: Session, game: str, player: str, where: str) -> int:
    """The event that holds what a player ordered at a moment, revealed, given in the open or defaulted, or entered.

    where: a moment such as 1.3. Raises UnreadableError for any other text, NotNowError for one that the game has not
    come to, NotAllowedError for a player that there isn't, and where there is no such event or there are several.
    """
    players = session.fold(game).game.players
    if (name := same(player, players)) is None:
        raise NotAllowedError(unknown("player", player, players))
    history, branch = session.history(game), session.display_name(session.require(game))
    moment = history.read_at(where).moment
    found: list[int] = []
    for exchange in history.played(moment, moment):
        own = {
            version: fact
            for version, fact in enumerate(facts_of(session, game, exchange), start=exchange.first or 0)
            if isinstance(fact, (FactsRecorded, OrdersDefaulted, OrdersGiven, OrdersRevealed)) and fact.player == name
        }
        # who acts in the open opens a nonce afterwards, and orders nothing with it
        acts = [version for version, fact in own.items() if isinstance(fact, OrdersGiven)]
        found += acts or own
    if len(found) == 1:
        return found[0]
    at = history.rules.written(moment)
    if not found:
        raise NotAllowedError(f"There are no orders of {name} at {at} on the record of {branch}.")
    numbers = listed([f"#{version}" for version in found])
    raise NotAllowedError(f"There are several of {name} at {at} in {branch}: {numbers}. Name one of these events.")


def prove_growth(
    session: Session, game: str, old: str, new: str | None = None, identity: Identity | None = None
) -> GrowthProof:
    """Prove that a branch grew from one checkpoint to another, or to where it stands; old, new: their texts.

    Raises NotAllowedError for a checkpoint of another record, and where the first covers more than the second.
    """
    branch = session.require(game)
    before = _own(session, branch, old)
    after = _own(session, branch, new) if new is not None else _note(session.store.checkpoint(branch), identity)
    sizes = Checkpoint.parse(before).size, Checkpoint.parse(after).size
    if sizes[0] > sizes[1]:
        raise NotAllowedError(
            f"The first checkpoint covers {sizes[0]} events and the second {sizes[1]}: give the older one first."
        )
    path = path_between(session.store.digests(branch, size=sizes[1]), sizes[0])
    return GrowthProof(old=before, new=after, path=path)


@frozen(kw_only=True)
class ReceivedProof:
    """A proof or a signed checkpoint that somebody sent. notes: the texts of its checkpoints, the last one its newest.

    says: what it is to prove, in words; holds: whether it does, for what is in it.
    """

    notes: tuple[str, ...]
    checkpoints: tuple[Checkpoint, ...]
    says: str
    holds: bool

    @property
    def game(self) -> str:
        """The name of the game that it is about."""
        return self.checkpoints[-1].origin

    def checked(self, keys: Mapping[str, str], kept: str | None = None) -> CheckedProof:
        """What is to be thought of it. keys: public key -> who holds it; kept: a checkpoint that it has to be about.

        Raises UnreadableError for a signature by one of these keys that does not fit.
        """
        faults = [] if self.holds else [f"The proof does not hold. It does not show this: {self.says}."]
        if kept is not None and (saved := Checkpoint.parse(kept)) not in self.checkpoints:
            faults.append(
                f"It is not about the checkpoint that you kept, of {saved.size} events of {saved.origin}: "
                "ask for one that is."
            )
        signed = tuple(dict.fromkeys(each for note in self.notes for each in signers(note, keys)))
        return CheckedProof(game=self.game, faults=tuple(faults), says=self.says, signed=signed)


def read_sent(text: str) -> ReceivedProof:
    """Read a proof or a checkpoint; no record is needed. Raises UnreadableError for a text that is neither."""
    if text.lstrip("\ufeff \r\n\t").startswith("{"):
        proof = read_proof(text.lstrip("\ufeff"))
        return ReceivedProof(
            notes=proof.notes, checkpoints=proof.checkpoints, says=proof.in_words(), holds=proof.holds()
        )
    try:
        saved = Checkpoint.parse(text)
    except UnreadableError as fault:
        raise UnreadableError(f"This is neither a proof nor a checkpoint. {fault}") from fault
    says = f"{saved.origin} has {saved.size} events by this checkpoint"
    return ReceivedProof(notes=(_plain(text),), checkpoints=(saved,), says=says, holds=True)


def known_keys(session: Session, game: str) -> dict[str, str]:
    """Public keys that are known here, and who holds each: those of a game of that name, and this player's own."""
    folder = session.folder / "keys"
    own = {load_identity(folder, name).key: f"you, as {name}" for name in identities(folder)}
    people = session.fold(game).game.people if session.has(game) else {}
    return {who.key: player for player, who in people.items() if who.key} | own


def _note(text: str, identity: Identity | None) -> str:
    return text if identity is None else sign_note(text, identity)


def _plain(text: str) -> str:
    """A checkpoint as it was saved, with its signatures; without any its three lines alone."""
    text = text.lstrip("\ufeff\r\n").replace("\r\n", "\n").rstrip() + "\n"
    return text if is_signed(text) else str(Checkpoint.parse(text))


def _own(session: Session, branch: str, text: str) -> str:
    """A checkpoint's text, if it is of the record of a branch here: its own, or of what it comes from."""
    saved = Checkpoint.parse(text)
    if saved.origin not in [name for name, _ in session.store.line(branch)]:
        raise NotAllowedError(f"The checkpoint is of {saved.origin}, and not of {branch} or of what it comes from.")
    here = Checkpoint.parse(session.store.checkpoint(branch, size=saved.size))
    if (here.size, here.root) != (saved.size, saved.root):
        raise NotAllowedError(
            f"The record of {branch} does not begin with the {saved.size} events of this checkpoint: nothing is proved."
        )
    return _plain(text)
