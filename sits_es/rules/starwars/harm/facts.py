"""Hull trauma, system strain and critical hits, what they lead to, and what players enter of their own starships."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from attrs import field, frozen
from msgspec.structs import replace

from sits_es.events import Coded, Shape, event, one_of
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.starship_class import ARCS, Arc

if TYPE_CHECKING:
    from sits_es.rules.starwars.board import Board

#: What hull trauma, strain or a critical hit comes of.
CAUSES: Final[Mapping[str, Shape]] = {
    # who fired, and with what
    "weapon": (str, str),
    # an asteroid field
    "asteroids": (str,),
    # a second manoeuvre
    "manoeuvre": (),
    # whose player spent threat or despair of its check
    "threat": (str,),
    # a critical hit, by its number in the game
    "critical": (int,),
    "entered": (),
}


@event("starwars.TraumaSuffered")
@frozen(kw_only=True)
class TraumaSuffered(OfStarship):
    """Hull trauma.

    damage: points before armour, with successes; armour: points that armour took off; trauma: points that came through,
    0 up. total: points of hull trauma after it.
    """

    why: Coded = field(validator=one_of(CAUSES))
    damage: int
    armour: int
    trauma: int
    total: int

    def apply(self, board: "Board") -> None:
        """It has so much; an attack that came through the armour can bring a critical hit."""
        board.starships[self.starship].trauma = self.total
        if self.why.code == "weapon":
            board.count_hit(str(self.why.values[1]), hurt=self.trauma > 0)


@event("starwars.StrainSuffered")
@frozen(kw_only=True)
class StrainSuffered(OfStarship):
    """System strain. strain: points, 0 up; total: points after it.

    damage: points of a hit with an ion weapon before armour, with successes; armour: points that armour took off it.
    """

    why: Coded = field(validator=one_of(CAUSES))
    strain: int
    total: int
    damage: int = 0
    armour: int = 0

    def apply(self, board: "Board") -> None:
        """It has so much; an attack that came through the armour can bring a critical hit."""
        board.starships[self.starship].strain = self.total
        if self.why.code == "weapon":
            board.count_hit(str(self.why.values[1]), hurt=self.strain > 0)


@event("starwars.CriticalSuffered")
@frozen(kw_only=True)
class CriticalSuffered(OfStarship):
    """A critical hit.

    critical: its number in the game, 1 up; rolled: 1 to 100; added: number added to the roll, 10 for each critical hit
    that the starship had (base game). result: number that is the sum of both; text: what the game's table says of it,
    empty if players look it up in their own.
    """

    why: Coded = field(validator=one_of(CAUSES))
    critical: int
    rolled: int
    added: int
    result: int
    text: str = ""

    def apply(self, board: "Board") -> None:
        """It has one more."""
        board.wound(self.starship, self.critical, self.result, self.text)


#: Why some of a minion group are out.
OUT: Final[Mapping[str, Shape]] = {
    # hull trauma beyond the threshold of each
    "threshold": (),
    "critical": (),
}


@event("starwars.MinionsLost")
@frozen(kw_only=True)
class MinionsLost(OfStarship):
    """Some of a minion group are out of the fight.

    lost: how many, 1 up; left: how many are left, 0 up; total: points of the group's hull trauma after it, at least
    the threshold for each that is out. Rule: base game; rules.md, Minion groups.
    """

    why: Coded = field(validator=one_of(OUT))
    lost: int
    left: int
    total: int

    def apply(self, board: "Board") -> None:
        """So many are left."""
        starship = board.starships[self.starship]
        starship.left, starship.trauma = self.left, self.total


@event("starwars.StarshipLost")
@frozen(kw_only=True)
class StarshipLost(OfStarship):
    """The starship is lost: hull trauma beyond its threshold, a critical hit, or a group with none left.

    critical: number of that critical hit, None for anything else.
    """

    critical: int | None = None

    def apply(self, board: "Board") -> None:
        """It is gone."""
        board.starships[self.starship].gone = True


@event("starwars.StarshipShutDown")
@frozen(kw_only=True)
class StarshipShutDown(OfStarship):
    """The starship's system strain is beyond its threshold, or a critical hit stops it: it has speed 0 and no slot.

    critical: number of that critical hit, None for strain.
    """

    critical: int | None = None

    def apply(self, board: "Board") -> None:
        """It stands still."""
        board.starships[self.starship].shut_down, board.starships[self.starship].speed = True, 0


@event("starwars.StarshipRestored")
@frozen(kw_only=True)
class StarshipRestored(OfStarship):
    """The starship has its slot again: its strain is within its threshold, and no critical hit stops it."""

    def apply(self, board: "Board") -> None:
        """It can act."""
        board.starships[self.starship].shut_down = False


@event("starwars.TraumaEntered")
@frozen(kw_only=True)
class TraumaEntered(OfStarship):
    """Entered: `trauma +3`, `trauma -1`. change: points of hull trauma more or less."""

    change: int

    def apply(self, board: "Board") -> None:
        """Never below 0."""
        starship = board.starships[self.starship]
        starship.trauma = max(0, starship.trauma + self.change)


@event("starwars.StrainEntered")
@frozen(kw_only=True)
class StrainEntered(OfStarship):
    """Entered: `strain +2`, `strain -1`. change: points of system strain more or less."""

    change: int

    def apply(self, board: "Board") -> None:
        """Never below 0."""
        starship = board.starships[self.starship]
        starship.strain = max(0, starship.strain + self.change)


@event("starwars.ShieldsEntered")
@frozen(kw_only=True)
class ShieldsEntered(OfStarship):
    """Entered: `shields aft 2`. shields: what the zone has now, 0 up."""

    zone: Arc
    shields: int

    def apply(self, board: "Board") -> None:
        """The zone has so many."""
        starship = board.starships[self.starship]
        starship.shields = tuple(
            self.shields if zone == self.zone else known for zone, known in zip(ARCS, starship.shields, strict=True)
        )


@event("starwars.CriticalEntered")
@frozen(kw_only=True)
class CriticalEntered(OfStarship):
    """Entered: `critical 3: engines out`, what the players' table says of a critical hit, by its number in the game."""

    critical: int
    text: str

    def apply(self, board: "Board") -> None:
        """The critical hit has these words."""
        starship = board.starships[self.starship]
        starship.criticals = tuple(
            replace(each, text=self.text) if each.number == self.critical else each for each in starship.criticals
        )


@event("starwars.CriticalMended")
@frozen(kw_only=True)
class CriticalMended(OfStarship):
    """Entered: `critical 3 mended`: a critical hit, by its number in the game, no longer counts."""

    critical: int

    def apply(self, board: "Board") -> None:
        """It is there no more."""
        starship = board.starships[self.starship]
        starship.criticals = tuple(each for each in starship.criticals if each.number != self.critical)


@event("starwars.NoteEntered")
@frozen(kw_only=True)
class NoteEntered(OfStarship):
    """Entered: `note: spends its threat on Hawk's aim`."""

    text: str

    def apply(self, board: "Board") -> None:
        """It stands on the board."""
        starship = board.starships[self.starship]
        starship.notes = (*starship.notes, self.text)


@event("starwars.NoteAgreed")
@frozen(kw_only=True)
class NoteAgreed(OfStarship):
    """Entered: `agree 2`, by the other side, to a note in a player's own words. number: of the note, 1 up."""

    number: int

    def apply(self, board: "Board") -> None:
        """It is a note of the starship that spent it."""
        board.agree(self.number)


ENTRIES: Final = (
    TraumaEntered,
    StrainEntered,
    ShieldsEntered,
    CriticalEntered,
    CriticalMended,
    NoteEntered,
    NoteAgreed,
)
