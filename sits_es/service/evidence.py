"""What players hold of a record and give to others: signed checkpoints, proofs of one event, policies, saved mails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any, Final, Literal

from attrs import frozen
from msgspec import Struct

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.game.events import FactsRecorded, OrdersDefaulted, OrdersGiven, OrdersRevealed
from sits_es.keys.identity import Identity, identities, load_identity
from sits_es.keys.private import read_private, write_private
from sits_es.mail.reading import read_letter
from sits_es.mail.sources import read_mails
from sits_es.orders.names import known_as
from sits_es.sentences import counted, listed, one_line, shell
from sits_es.service.audit import Findings, audit_game
from sits_es.service.policies import Policy
from sits_es.service.progress import Progress, silent
from sits_es.service.replay import facts_of
from sits_es.service.session import OpenGame
from sits_es.service.signed_notes import Note, VKey, note_of, notes_in
from sits_es.store import GameStore
from sits_es.store.audit import rolled_back, where_in
from sits_es.store.chain import broken_at
from sits_es.store.checkpoints import Checkpoint, EventProof, inclusion_proof

#: Letters of a subject that are told.
_SUBJECT: Final = 60
MailedVerdict = Literal["confirmed", "contradicted", "rolled back", "another"]


def signer(folder: Path, name: str | None) -> Identity:
    """The key to sign with: the named one, or a folder's only one; NotAllowedError for none, or several and no name."""
    keys = folder / "keys"
    known = identities(keys)
    if name is None and len(known) > 1:
        raise NotAllowedError(f"There are several keys here: {listed(known)}. Say which one signs: --key KEY")
    if name is None and not known:
        raise NotAllowedError("There is no key here to sign with. Make one: sits keys new NAME")
    return load_identity(keys, name if name is not None else known[0])


def sign_record(opened: OpenGame, identity: Identity, files: Sequence[Path] = (), done: Progress = silent) -> str:
    """The checkpoint of a branch as it stands, with a player's signatures, once the whole record is checked.

    files: with checkpoints of it, of which the largest is signed instead, with all signatures that are found under it.
    What was signed last is kept beside the key. Raises UnreadableError for a record that is not sound,
    NotAllowedError if the checkpoint does not fit it, or it does not go on from what was signed before.
    """
    found = audit_game(opened, (), done)
    if found.faults:
        raise UnreadableError(["Nothing is signed.", *found.faults])
    note, given = (
        Note(Checkpoint.parse(opened.store.checkpoint(opened.stream))),
        list(chain.from_iterable(map(notes_at, files))),
    )
    if given:
        own = [each for _, each in given if each.checkpoint.origin == note.checkpoint.origin]
        note = max(own or [given[0][1]], key=lambda each: each.checkpoint.size)
        note = own_checkpoint(opened, str(note)).with_all(
            signature for each in own if each.checkpoint == note.checkpoint for signature in each.signatures
        )
    _go_on_from(opened, identity, note.checkpoint)
    time = int(datetime.fromisoformat(opened.session.clock()).timestamp())
    return str(note.published(identity).cosigned(identity, time))


def _go_on_from(opened: OpenGame, identity: Identity, checkpoint: Checkpoint) -> None:
    """Keep what is signed; raise NotAllowedError if the record or the checkpoint does not hold what was before."""
    path = opened.session.folder / "keys" / f"{identity.name}.signed"
    kept = read_private(path).decode() if path.exists() else ""
    signed = {each.checkpoint.origin: each.checkpoint for _, each in notes_in(kept)}
    before, game = signed.get(checkpoint.origin), opened.called
    if before is not None:
        here = _here(opened.store, opened.stream, before)
        if here != before:
            said = (
                rolled_back(before.size, here.size) if here.size < before.size else "the record here is a DIFFERENT one"
            )
            raise NotAllowedError(
                f"You have signed {counted(before.size, 'event')} of {game}, as {path} says, but {said}. Nothing was "
                "signed."
            )
        if checkpoint.size < before.size:
            raise NotAllowedError(
                f"You have signed {counted(before.size, 'event')} of {game}, but this checkpoint has only "
                f"{checkpoint.size}. Nothing was signed. Send the others the checkpoint that you signed."
            )
    signed[checkpoint.origin] = checkpoint
    write_private(path, "\n".join(map(str, signed.values())).encode(), over=True)


def prove_event(opened: OpenGame, which: str, identity: Identity, under: str | None = None) -> EventProof:
    """Prove that an event, such as 120 or #120, is on the record of a branch.

    identity: who signs the checkpoint where nobody has as its log; under: the text of one that is used in place of
    today's. Raises NotAllowedError for an event that is missing or not covered, or a checkpoint of another record.
    """
    branch, store = opened.stream, opened.store
    version = opened.event_number(which)
    note = own_checkpoint(opened, under or store.checkpoint(branch)).published(identity)
    size = note.checkpoint.size
    if version >= size:
        raise NotAllowedError(f"The checkpoint covers only the first {size} events, not event {version}.")
    spans = store.spans(branch)
    owner = next(each.stream for each in spans if each.after < version and (each.upto is None or version <= each.upto))
    (row,) = store.rows(owner, version - 1, version)
    proof = EventProof(
        stream=row[0],
        version=version,
        topic=row[2],
        state=bytes(row[3]),
        previous=bytes(row[4]),
        path=inclusion_proof(store.digests(branch, size=size), version),
        note=str(note),
    )
    if not proof.holds():
        raise UnreadableError(broken_at(branch, version))
    return proof


def policy_of(opened: OpenGame, named: Sequence[str]) -> Policy:
    """The policy that all players have seen the record of a branch. named: NAME=VKEY, of whom it has no key.

    Raises NotAllowedError for a name or a key that comes twice, and where there is none at all.
    """
    people = opened.fold().game.people
    players = {name: who.key for name, who in people.items() if who.key and who.role != "spectator"}
    for name, _, text in (each.partition("=") for each in named):
        key = VKey.parse(text).key
        if name in players or key in players.values():
            raise NotAllowedError(
                f"{name}: name each player once, with a key of their own. Leave out players whose keys are on record."
            )
        players[name] = key
    if not players:
        raise NotAllowedError(
            f"The record of {opened.called} holds no keys. Give them as `sits keys show` prints them: "
            f"sits keys policy {shell(opened.called)} anna=VKEY ben=VKEY"
        )
    return Policy.of_all(opened.store.origin(opened.stream), players)


def orders_of(opened: OpenGame, player: str, where: str) -> int:
    """The event with a player's orders or entry at a moment such as 1.3: revealed, in the open, defaulted or entered.

    Raises UnreadableError for no moment, NotNowError for a later one, NotAllowedError for an unknown player, and where
    there is no such event or there are several.
    """
    name = known_as("player", player, opened.fold().game.players)
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
        raise NotAllowedError(f"The record of {branch} has no orders from {name} at {at}.")
    numbers = listed([f"#{version}" for version in found])
    raise NotAllowedError(f"{branch} has several orders from {name} at {at}: {numbers}. Name one of these events.")


def own_checkpoint(opened: OpenGame, text: str) -> Note:
    """The checkpoint in a text, which fits a branch here or one of its ancestors. Raises NotAllowedError for others."""
    note, branch = note_of(text), opened.stream
    saved, line = note.checkpoint, _line(opened)
    if saved.origin not in line:
        other = f"another game called {saved.name}" if saved.name in line.values() else saved.name
        raise NotAllowedError(f"The checkpoint is for {other}, not for {branch} or its ancestors.")
    here = _here(opened.store, branch, saved)
    if here.size < saved.size and here.origin == saved.origin:
        raise NotAllowedError(f"{branch}: {rolled_back(saved.size, here.size)}.")
    if here.root != saved.root:
        raise NotAllowedError(f"The record of {branch} does not begin with the {saved.size} events of this checkpoint.")
    return note


def _line(opened: OpenGame) -> dict[str, str]:
    """A branch and what it comes from: names by the origins that checkpoints give."""
    return {opened.store.origin(name): name for name, _ in opened.store.line(opened.stream)}


class Witness(Struct, frozen=True, kw_only=True):
    """A checkpoint that was found. where: file, mail and line, in words; found: what the record says to it, in words.

    name, size: what it covers. verdict: rolled back is one that covers more than the record has; another one is of a
    game that had the name and began otherwise.
    """

    where: str
    name: str
    size: int
    verdict: MailedVerdict
    found: str = "the record here begins with them"

    def in_words(self) -> str:
        """For people."""
        return f"{self.where}: {self.name}, {counted(self.size, 'event')}: {self.found}."


@frozen(kw_only=True)
class Witnesses(Findings):
    """What saved mails say of a game. faults: checkpoints that the record contradicts or does not reach, in words."""

    checkpoints: tuple[Witness, ...]

    def sound(self) -> str:
        """Each checkpoint, and the verdict."""
        lines = [each.in_words() for each in self.checkpoints]
        confirmed = sum(each.verdict == "confirmed" for each in self.checkpoints)
        return "\n".join([*lines, f"{counted(confirmed, 'checkpoint')} found, all confirmed."])

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        told = super().as_json()
        for each in told["checkpoints"]:
            del each["found"]
        return told


def check_witnesses(opened: OpenGame, places: Sequence[Path]) -> Witnesses:
    """Compare a game with every checkpoint of it or of its ancestors in saved mails, mailboxes and folders of them.

    Raises NotAllowedError if there is none of this game, UnreadableError for a place that can't be read.
    """
    game, line = opened.name, _line(opened)
    kept = [(where, note.checkpoint) for where, note in chain.from_iterable(map(notes_at, places))]
    found = _compared(opened, line, [each for each in kept if each[1].name in line.values()])
    if all(each.verdict == "another" for each in found):
        whose = f"{game}, or of its ancestors," if len(line) > 1 else game
        said = f"There is no checkpoint of {whose} in {listed(map(str, places))}."
        raise NotAllowedError([said, *(each.in_words() for each in found)])
    # the one that tells most of where the records part comes first
    wrong = [each for each in found if each.verdict in {"contradicted", "rolled back"}]
    wrong.sort(key=lambda each: each.size)
    return Witnesses(game=game, faults=tuple(each.in_words() for each in wrong), checkpoints=tuple(found))


def _compared(opened: OpenGame, line: Mapping[str, str], kept: Sequence[tuple[str, Checkpoint]]) -> list[Witness]:
    """What the record says to each checkpoint. line: streams by origin; kept: with where each was found."""
    here = {each: _here(opened.store, line[each.origin], each) for _, each in kept if each.origin in line}
    late = "" if opened.fold().game.play == "hot seat" else ", unless letters have yet to be fetched"
    found = []
    for where, each in kept:
        verdict: MailedVerdict = "confirmed"
        said = "the record here begins with them"
        if each not in here:
            verdict, said = "another", "another game of this name, with a different first event"
        elif here[each].size < each.size:
            verdict, said = "rolled back", rolled_back(each.size, here[each].size) + late
        elif here[each] != each:
            # what a smaller one that is right covers was not changed
            sizes = [right.size for right in here if here[right] == right and right.size < each.size]
            verdict = "contradicted"
            said = f"the record here is a DIFFERENT one: {where_in(max(sizes, default=0), each.size)} differs first"
        found.append(Witness(where=where, name=each.name, size=each.size, verdict=verdict, found=said))
    return found


def _here(store: GameStore, stream: str, checkpoint: Checkpoint) -> Checkpoint:
    """What a stream has to show to a checkpoint: its own of as many events, or of as many as there are."""
    return Checkpoint.parse(store.checkpoint(stream, size=checkpoint.size))


def notes_at(place: Path) -> Iterator[tuple[str, Note]]:
    """Every checkpoint in a file, a mailbox or a folder of mails, quoted ones too, and where it stands.

    The same one with the same signatures comes once of each mail.
    """
    for mail in read_mails(place):
        found = read_letter(mail.content)
        called = mail.source + (f" ({one_line(found.subject)[:_SUBJECT]})" if found.subject else "")
        seen: set[Note] = set()
        for text in found.texts:
            for at, note in notes_in(text):
                if note not in seen:
                    seen.add(note)
                    yield f"{called}, line {at}", note
