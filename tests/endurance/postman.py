"""A postman who loses letters, brings them twice, takes up to thirty days and brings later ones first, by chance."""

from __future__ import annotations

import email
from heapq import heappop, heappush
from pathlib import Path
from random import Random
from typing import Final

from attrs import Factory, define, frozen

from tests.endurance.scenes import address_of

#: Minutes in an hour and in a day.
HOUR: Final = 60
DAY: Final = 24 * HOUR


@frozen(kw_only=True)
class Weather:
    """What becomes of letters, each as a share of one. slow: takes days, up to a month; sunk: lost for good."""

    lost: float = 0.0
    doubled: float = 0.0
    slow: float = 0.0


CALM: Final = Weather()
ROUGH: Final = Weather(lost=0.15, doubled=0.15, slow=0.15)


@define
class Postman:
    """Carries letters between folders. now is in minutes; figures of what was done stand in the last four fields.

    kept: the letters that came to each, as a mailbox on a server would keep them.
    """

    folder: Path
    people: tuple[str, ...]
    chance: Random
    weather: Weather
    under_way: list[tuple[int, int, str, bytes]] = Factory(list)
    kept: dict[str, list[bytes]] = Factory(dict)
    letters: int = 0
    lost: int = 0
    doubled: int = 0
    slow: int = 0
    size: int = 0

    def collect(self, person: str, now: int) -> None:
        """Take what a program has written for others, and decide what becomes of each letter."""
        outbox = self.folder / person / "outbox"
        if not outbox.is_dir():
            return
        for letter in sorted(outbox.glob("*.eml")):
            content = letter.read_bytes()
            letter.unlink()
            self.send(content, now)

    def send(self, content: bytes, now: int) -> None:
        """Take one letter along."""
        to = str(email.message_from_bytes(content)["To"])
        reader = next(person for person in self.people if address_of(person) == to)
        self.letters += 1
        self.size += len(content)
        copies = 1
        if self.chance.random() < self.weather.lost:
            self.lost += 1
            copies = 0
        elif self.chance.random() < self.weather.doubled:
            self.doubled += 1
            copies = self.chance.randint(2, 3)
        for _ in range(copies):
            heappush(self.under_way, (now + self._delay(), len(self.under_way) + self.letters * 100, reader, content))

    def _delay(self) -> int:
        if self.chance.random() < self.weather.slow:
            self.slow += 1
            return self.chance.randint(1, 30 * DAY)
        return self.chance.randint(1, 4 * HOUR)

    def deliver(self, now: int) -> set[str]:
        """Put what has arrived by now into inboxes, in any order. Who has got something."""
        came: dict[str, list[bytes]] = {}
        while self.under_way and self.under_way[0][0] <= now:
            _, _, reader, content = heappop(self.under_way)
            came.setdefault(reader, []).append(content)
        for reader, letters in came.items():
            self.chance.shuffle(letters)
            for content in letters:
                self.kept.setdefault(reader, []).append(content)
                self._put(reader, content)
        return set(came)

    def _put(self, reader: str, content: bytes) -> None:
        inbox = self.folder / reader / "inbox"
        inbox.mkdir(exist_ok=True)
        number = len(list(inbox.iterdir()))
        while (place := inbox / f"{number:05}.eml").exists():
            number += 1
        place.write_bytes(content)

    def bring_again(self, reader: str) -> None:
        """Everything that ever came to a mailbox is there to be read again."""
        for content in self.kept.get(reader, []):
            self._put(reader, content)

    def clear(self, reader: str) -> None:
        """A mail program puts away what was read."""
        for letter in (self.folder / reader / "inbox").glob("*.eml"):
            letter.unlink()

    def empty(self) -> bool:
        """Whether nothing is under way."""
        return not self.under_way
