"""Who signed a proof or a checkpoint that was sent, and whether that is everybody whom a policy asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from attrs import frozen
from msgspec import Struct

from sits_es.disk import read_text
from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.keys.identity import fingerprint, identities, load_identity
from sits_es.sentences import counted, listed, shell, utc
from sits_es.service.audit import Findings
from sits_es.service.evidence import notes_at
from sits_es.service.policies import Policy
from sits_es.service.session import Session
from sits_es.service.signed_notes import COSIGNER, Note, Signature, VKey, note_of
from sits_es.store.checkpoints import PROOF, Checkpoint, read_proof


class Signer(Struct, frozen=True, kw_only=True):
    """Whose signature is under a checkpoint. who: who holds the key, None if nobody knows.

    words: the key's fingerprint; of a key that nobody knows only what the note calls it, which proves nothing.
    at: when they had checked the record, ISO 8601; None for a signature that says nothing but whose record it is.
    """

    words: str
    who: str | None
    at: str | None = None

    def in_words(self) -> str:
        """For people."""
        if self.who is None:
            return f"Signed by an unknown key that calls itself {self.words}."
        if self.at is None:
            return f"Signed by {self.who} (key {self.words})."
        return f"Checked and cosigned by {self.who} (key {self.words}), {utc(self.at)}."


@frozen(kw_only=True)
class CheckedProof(Findings):
    """What a proof or a signed checkpoint says. game: the name in it; says: in words; signed: its signers.

    asked: whom a policy asks for, in words, where one was given.
    """

    says: str
    signed: tuple[Signer, ...]
    asked: str | None = None

    def sound(self) -> str:
        """What is proved, and who signed it."""
        words = [each.in_words() for each in self.signed] or ["Nobody has signed the checkpoint."]
        asked = [] if self.asked is None else [f"The policy is met: it asks for {self.asked}."]
        return "\n".join([f"{self.says}.", *words, *asked])


def check_sent(
    session: Session, places: Sequence[Path], kept: str | None = None, policy: Policy | None = None
) -> CheckedProof:
    """Judge a proof, or in files and mails the checkpoint with most signatures; no record is needed.

    kept: a checkpoint that it must be about; policy: what it must satisfy. Raises UnreadableError if there is
    nothing to judge, NotAllowedError if there are several proofs or a policy is about something else.
    """
    proofs = [each for each in places if _is_proof(each)]
    if len(proofs) > 1:
        raise NotAllowedError(f"{listed(map(str, proofs))} are proofs; check them one by one.")
    proof = read_proof(read_text(proofs[0])) if proofs else None
    found = [(str(proofs[0]), note_of(proof.note))] if proof is not None else []
    found += chain.from_iterable(notes_at(each) for each in places if each not in proofs)
    if not found:
        raise UnreadableError(f"There is no proof and no checkpoint in {listed(map(str, places))}.")
    if policy is not None:
        origins = {each.name for each in policy.logs}
        found = [each for each in found if each[1].checkpoint.origin in origins]
        if not found or (proof is not None and proof.checkpoint.origin not in origins):
            raise NotAllowedError(f"The policy is about {listed(sorted(origins))}, but the file sent is not.")
    signed = _Signed(found, _Known(session, policy))
    saved = None if kept is None else Checkpoint.parse(kept)
    at = saved if saved is not None and saved in signed.by else signed.best()
    says, faults = f"{at.name} has {counted(at.size, 'event')} according to this checkpoint", []
    if proof is not None:
        at, says = proof.checkpoint, proof.in_words()
        if not proof.holds():
            faults.append(f"The proof does not hold. It does not show this: {says}.")
    if saved is not None and saved != at:
        faults.append(
            f"What you were sent is not about the checkpoint that you kept ({saved.name}, {saved.size} events). "
            "Ask for a proof or signature of your checkpoint."
        )
    return CheckedProof(
        game=at.name,
        faults=(*faults, *signed.faults(at)),
        says=says,
        signed=signed.signers(at),
        asked=None if policy is None else policy.in_words(),
    )


def _is_proof(file: Path) -> bool:
    """Whether a file is a proof, as far as its name or its first line says."""
    if file.suffix == ".tlog-proof" or not file.is_file():
        return file.suffix == ".tlog-proof"
    with file.open("rb") as opened:
        return opened.read(len(PROOF) + 3).removeprefix(b"\xef\xbb\xbf").startswith(PROOF.encode())


class _Known:
    """Whose keys are known: by a policy, or else those of this player and of the players of games that are here."""

    def __init__(self, session: Session, policy: Policy | None) -> None:
        self.policy = policy
        self._session = session
        self._found: dict[str, dict[VKey, str]] = {}

    def holders(self, at: Checkpoint) -> dict[VKey, str]:
        """The keys that count under a checkpoint, and who holds each."""
        if at.origin not in self._found:
            if self.policy is None:
                people = self._people(at)
                holders = {VKey.of_cosigner(key): who for key, who in people.items()}
                holders |= {VKey.of_log(at.origin, key): who for key, who in people.items()}
            else:
                holders = {key: name for name, key in self.policy.witnesses.items()}
                names = {key.key: name for key, name in holders.items()}
                logs = (key for key in self.policy.logs if key.name == at.origin)
                holders |= {key: names.get(key.key, "the log") for key in logs}
            self._found[at.origin] = holders
        return self._found[at.origin]

    def _people(self, at: Checkpoint) -> dict[str, str]:
        """Public keys: this player's, and those in a game here of that very origin, where it can be read."""
        folder, found = self._session.folder / "keys", {}
        with suppress(GameError):
            if self._session.store.knows(at.name) and self._session.store.origin(at.name) == at.origin:
                people = self._session.open_stream(at.name).fold().game.people
                found = {who.key: player for player, who in people.items() if who.key}
        return found | {load_identity(folder, name).key: f"you, as {name}" for name in identities(folder)}


class _Signed:
    """What signatures under checkpoints in several places come to. by: whose fit each, the latest of each key."""

    def __init__(self, found: Sequence[tuple[str, Note]], known: _Known) -> None:
        self._known = known
        self.by: dict[Checkpoint, dict[VKey, tuple[str, Signature]]] = {}
        self._bad: dict[Checkpoint, dict[VKey, str]] = {}
        self._others: dict[Checkpoint, dict[str, None]] = {}
        for where, note in found:
            at = note.checkpoint
            keys = {(key.name, key.id): key for key in known.holders(at)}
            fits, bad = self.by.setdefault(at, {}), self._bad.setdefault(at, {})
            others = self._others.setdefault(at, {})
            for each in note.signatures:
                key = keys.get((each.name, each.id))
                if key is None:
                    others[each.name] = None
                elif not key.signed(at, each):
                    bad[key] = where
                elif key not in fits or each.time > fits[key][1].time:
                    fits[key] = (where, each)

    def best(self) -> Checkpoint:
        """The checkpoint that satisfies the policy, or has most known signatures, or covers most."""
        policy = self._known.policy

        def weight(at: Checkpoint) -> tuple[bool, int, int]:
            return policy is not None and policy.accepts(self.by[at]), len(self.by[at]), at.size

        return max(self.by, key=weight)

    def signers(self, at: Checkpoint) -> tuple[Signer, ...]:
        """Who signed a checkpoint, those who are known first."""
        holders = self._known.holders(at)
        known = [
            Signer(words=fingerprint(key.key), who=holders[key], at=each.when if key.kind == COSIGNER else None)
            for key, (_, each) in self.by[at].items()
        ]
        return (*known, *(Signer(words=each, who=None) for each in self._others[at]))

    def faults(self, at: Checkpoint) -> Iterator[str]:
        """Everything that is wrong with what signatures say of a checkpoint."""
        holders, policy = self._known.holders(at), self._known.policy
        for key, where in self._bad[at].items():
            line = "cosignature" if key.kind == COSIGNER else "signature"
            yield (
                f"In {where}, the {line} of {holders[key]} (key {fingerprint(key.key)}) does not fit: "
                "the text was changed, or somebody else signed."
            )
        elsewhere = [each for each in self.by if each.origin == at.origin and each != at]
        two = {key: where for each in elsewhere if each.size == at.size for key, (where, _) in self.by[each].items()}
        for key, where in two.items():
            events = counted(at.size, "event")
            yield f"In {where}, {holders[key]} has signed a DIFFERENT record of {at.name} with {events}."
        if policy is None:
            return
        told = self._bad[at].keys() | two.keys()
        if not policy.signs(self.by[at]) and not told & {*policy.logs}:
            sign = f"sits audit sign {shell(at.name)}"
            yield f"Nobody named by the policy has signed this as the record of {at.name}. To sign it: {sign}"
        for name in () if policy.accepts(self.by[at]) else policy.asks():
            key = policy.witnesses[name]
            sizes = [each.size for each in elsewhere if key in self.by[each]]
            if key in self.by[at] or key in told:
                continue
            if sizes:
                yield f"{name} has cosigned {counted(max(sizes), 'event')}, not these {at.size}."
            else:
                yield f"The cosignature of {name} (key {key.name}) is missing."
