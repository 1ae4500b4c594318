"""Policies, as C2SP's tlog-policy has them: whose record is accepted, and who must have seen it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from attrs import Factory, define, field
from msgspec import Struct

from sits_es.errors import UnreadableError
from sits_es.keys.identity import fingerprint
from sits_es.sentences import listed, quoted
from sits_es.service.signed_notes import COSIGNER, LOG, VKey

_LABEL: Final = re.compile(r"[^\s#]+")
#: What a quorum is called that asks for nobody, and what no group and no witness may be called.
NOBODY: Final = "none"
#: What the group of all is called in policies that are made here.
ALL: Final = "all"
#: What is said of a line that is none of a policy's.
_FORMS: Final = "a line is `log VKEY`, `witness NAME VKEY`, `group NAME all|any|NUMBER NAME...` or `quorum NAME`"


class WitnessGroup(Struct, frozen=True):
    """Some of whom a policy asks for. least: how many of the members, witnesses or groups, must have seen a record."""

    least: int
    members: tuple[str, ...]


class Policy(Struct, frozen=True):
    """Whom to ask for. logs: whose signature makes a record one; witnesses: by their names in the policy."""

    logs: tuple[VKey, ...]
    witnesses: Mapping[str, VKey]
    groups: Mapping[str, WitnessGroup]
    quorum: str

    def __str__(self) -> str:
        lines = [f"log {each}" for each in self.logs]
        lines += [f"witness {name} {each}" for name, each in self.witnesses.items()]
        for name, group in self.groups.items():
            least = ALL if group.least == len(group.members) else str(group.least)
            lines.append(f"group {name} {least} {' '.join(group.members)}")
        return "\n".join([*lines, f"quorum {self.quorum}"]) + "\n"

    @classmethod
    def of_all(cls, origin: str, players: Mapping[str, str]) -> Policy:
        """The one that every player must have seen the record of an origin that any of them publishes.

        players: public keys by name, one or more.
        """
        witnesses: dict[str, VKey] = {}
        for name, key in players.items():
            fits = _LABEL.fullmatch(name) and name not in {ALL, NOBODY}
            witnesses[name if fits else fingerprint(key)] = VKey.of_cosigner(key)
        logs = tuple(VKey.of_log(origin, key) for key in players.values())
        return cls(logs, witnesses, {ALL: WitnessGroup(len(witnesses), tuple(witnesses))}, ALL)

    @classmethod
    def parse(cls, text: str) -> Policy:
        """Read a policy. Raises UnreadableError, which names every fault and its line."""
        reading, lines, strange = _Reading(), 0, 0
        for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), start=1):
            words = re.split(r"[ \t]+", line.strip(" \t"))
            if words[0] and not words[0].startswith("#"):
                lines += 1
                found = [*reading.faults_of(*words)]
                strange += _FORMS in found
                reading.faults += [f"line {number}: {fault}" for fault in found]
        if 0 < lines == strange:
            raise UnreadableError(f"This is not a policy. In a policy, {_FORMS}.")
        if reading.quorum is None:
            reading.faults.append("a line such as `quorum all` is missing")
        if not reading.logs:
            reading.faults.append("the line `log VKEY`, which names the record, is missing")
        if reading.faults or reading.quorum is None:
            raise UnreadableError(f"This policy can't be used: {'; '.join(reading.faults)}.")
        return cls(tuple(reading.logs), reading.witnesses, reading.groups, reading.quorum)

    def signs(self, signed: Collection[VKey]) -> bool:
        """Whether one of those who signed is a log."""
        return any(each in signed for each in self.logs)

    def accepts(self, signed: Collection[VKey]) -> bool:
        """Whether those who signed are as many witnesses as the policy asks for."""
        return self.quorum == NOBODY or self._has(self.quorum, signed)

    def _has(self, name: str, seen: Collection[VKey]) -> bool:
        group = self.groups.get(name)
        if group is None:
            return self.witnesses[name] in seen
        return sum(self._has(each, seen) for each in group.members) >= group.least

    def asks(self) -> list[str]:
        """The witnesses that the quorum is about."""
        return [] if self.quorum == NOBODY else list(dict.fromkeys(self._below(self.quorum)))

    def in_words(self) -> str:
        """Whom the quorum asks for."""
        group, asked = self.groups.get(self.quorum), self.asks()
        if group is None or group.least == len(group.members) == len(asked):
            return listed(asked, none="nobody")
        return f"{group.least} of {listed(group.members)}"

    def _below(self, name: str) -> Iterator[str]:
        if name in self.witnesses:
            yield name
        for each in self.groups[name].members if name in self.groups else ():
            yield from self._below(each)


@define
class _Reading:
    """What has been read of a policy so far."""

    logs: list[VKey] = Factory(list)
    witnesses: dict[str, VKey] = Factory(dict)
    groups: dict[str, WitnessGroup] = Factory(dict)
    quorum: str | None = None
    faults: list[str] = Factory(list)
    #: Names that are a member of a group already: each may be one once.
    _members: set[str] = field(factory=set, init=False)

    def faults_of(self, word: str, *words: str) -> Iterator[str]:
        """Take in a line, or say what is wrong with it."""
        match word, words:
            case "log", (text, *url) if len(url) < 2:
                yield from self._add_log(text)
            case "witness", (name, text, *url) if len(url) < 2:
                yield from self._add_witness(name, text)
            case "group", (name, least, *members) if members:
                yield from self._add_group(name, least, members)
            case "quorum", (name,):
                if self.quorum is not None:
                    yield "there is a second quorum"
                elif name != NOBODY and not self._knows(name):
                    yield f"{quoted(name)} is not defined above"
                else:
                    self.quorum = name
            case _:
                yield _FORMS

    def _knows(self, name: str) -> bool:
        return name in self.witnesses or name in self.groups

    def _new(self, name: str) -> Iterator[str]:
        if name == NOBODY or self._knows(name):
            yield f"the name {quoted(name)} is taken"

    def _key(self, text: str, kind: int, known: Collection[VKey]) -> VKey | str:
        """The key that a line gives, or what is wrong with it."""
        try:
            key = VKey.parse(text)
        except UnreadableError as fault:
            return str(fault).rstrip(".")
        if key.kind != kind:
            who = "log" if kind == LOG else "witness"
            return f"the key is of kind {key.kind:02x}, but a {who}'s must be of kind {kind:02x}"
        return "the same key is given above" if any(key.key == each.key for each in known) else key

    def _add_log(self, text: str) -> Iterator[str]:
        key = self._key(text, LOG, self.logs)
        if isinstance(key, str):
            yield key
        else:
            self.logs.append(key)

    def _add_witness(self, name: str, text: str) -> Iterator[str]:
        yield from self._new(name)
        key = self._key(text, COSIGNER, self.witnesses.values())
        if isinstance(key, str):
            yield key
        else:
            self.witnesses.setdefault(name, key)

    def _add_group(self, name: str, least: str, members: list[str]) -> Iterator[str]:
        yield from self._new(name)
        for each in members:
            if not self._knows(each):
                yield f"{quoted(each)} is not defined above"
            elif each in self._members:
                yield f"{quoted(each)} is already a member"
            self._members.add(each)
        number = {ALL: len(members), "any": 1}.get(least) or (int(least) if re.fullmatch(r"[1-9]\d{0,3}", least) else 0)
        if not 1 <= number <= len(members):
            yield f"{quoted(least)} is not all, any or a number from 1 to {len(members)}"
        self.groups.setdefault(name, WitnessGroup(number, tuple(members)))
