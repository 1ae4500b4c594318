"""What crews do besides flying and firing, as it is ordered and done, and the effects that hold for a starship."""

from typing import TYPE_CHECKING, Final, Literal

from attrs import frozen
from msgspec import Struct

from sits_es.events import event
from sits_es.rules.starwars.fact import OfMember, OfStarship
from sits_es.rules.starwars.starship_class import ARCS, Arc

if TYPE_CHECKING:
    from sits_es.rules.starwars.board import Board

#: Manoeuvres whose effect holds for a while. Rule: base game.
Stance = Literal["evade", "stay on target", "aim"]

#: What can hold for a starship: the stances, dice and upgrades of its next check, and a zone's shields that are down.
EffectKind = Literal["evade", "stay on target", "aim", "boost", "setback", "upgrade", "harder", "shields down"]
STANCES: Final[tuple[EffectKind, ...]] = ("evade", "stay on target", "aim")

#: What damage control can mend.
Mended = Literal["hull", "strain", "critical"]


class Effect(Struct, frozen=True, kw_only=True):
    """Something that holds for a starship. turn: the round in which it began; member: who aims, empty for the pilot."""

    kind: EffectKind
    turn: int
    member: str = ""


@event("starwars.StanceOrdered")
@frozen(kw_only=True)
class StanceOrdered(OfStarship):
    """`evade`, `stay on target` or `aim by gunner`, a manoeuvre for the pilot, an action for anybody else."""

    effect: Stance
    member: str = ""


@event("starwars.AngleOrdered")
@frozen(kw_only=True)
class AngleOrdered(OfStarship):
    """`angle shields from aft to forward by engineer`, a manoeuvre for the pilot, an action for anybody else.

    taken: the zone that loses a point; zone: the one that gets it.
    """

    taken: Arc
    zone: Arc
    member: str = ""


@event("starwars.RepairOrdered")
@frozen(kw_only=True)
class RepairOrdered(OfMember):
    """`repair strain by engineer`, `repair critical 2 difficulty 3`: damage control, an action.

    what: the thing to repair; critical: its number in the game, 0 for anything else; difficulty: dice that the players'
    own table gives, None for anything else, or if the game has a table.
    """

    what: Mended
    critical: int = 0
    difficulty: int | None = None


@event("starwars.EffectBegan")
@frozen(kw_only=True)
class EffectBegan(OfStarship):
    """An effect on the starship begins. by: the starship whose manoeuvre or roll caused it."""

    effect: EffectKind
    by: str
    member: str = ""

    def apply(self, board: "Board") -> None:
        """It holds; a stance of the pilot is a manoeuvre."""
        starship = board.starships[self.starship]
        starship.effects = (*starship.effects, Effect(kind=self.effect, turn=board.turn, member=self.member))
        if self.effect in STANCES and not self.member:
            board.manoeuvred()


@event("starwars.StancesBroken")
@frozen(kw_only=True)
class StancesBroken(OfStarship):
    """The starship loses the benefit of its manoeuvres. lost: effects; by: the starship whose roll did this."""

    lost: tuple[EffectKind, ...]
    by: str

    def apply(self, board: "Board") -> None:
        """They hold no more."""
        starship = board.starships[self.starship]
        starship.effects = tuple(each for each in starship.effects if each.kind not in self.lost)


@event("starwars.ShieldsAngled")
@frozen(kw_only=True)
class ShieldsAngled(OfStarship):
    """A point of shields went from one zone to another. taken: the zone that lost it; zone: the one that got it."""

    taken: Arc
    zone: Arc
    member: str

    def apply(self, board: "Board") -> None:
        """The zones have so many."""
        starship = board.starships[self.starship]
        change = {self.taken: -1, self.zone: 1}
        starship.shields = tuple(
            points + change.get(zone, 0) for zone, points in zip(ARCS, starship.shields, strict=True)
        )
        if not self.member:
            board.manoeuvred()


@event("starwars.DamageRepaired")
@frozen(kw_only=True)
class DamageRepaired(OfStarship):
    """Damage control was tried. what: the thing to repair; points: of hull trauma or strain taken off, 0 up.

    total: points left; critical: number of the critical hit that no longer counts, 0 for none.
    """

    what: Mended
    points: int
    total: int
    critical: int

    def apply(self, board: "Board") -> None:
        """So much is mended; on the hull it is tried no more in the game."""
        starship = board.starships[self.starship]
        if self.what == "hull":
            starship.trauma, starship.hull_tried = self.total, True
        elif self.what == "strain":
            starship.strain = self.total
        starship.criticals = tuple(each for each in starship.criticals if each.number != self.critical)


@event("starwars.ManoeuvreWon")
@frozen(kw_only=True)
class ManoeuvreWon(OfStarship):
    """The starship has one more manoeuvre in this slot, bought with what its roll left."""

    def apply(self, board: "Board") -> None:
        """It can be ordered at once."""
        board.won = True


@event("starwars.StarshipSlowed")
@frozen(kw_only=True)
class StarshipSlowed(OfStarship):
    """The starship was slowed. speed: from now on, 0 up; by: the starship whose spending or roll slowed it.

    critical: number of the critical hit that slowed it, None for spent threat or despair.
    """

    speed: int
    by: str
    critical: int | None = None

    def apply(self, board: "Board") -> None:
        """It has that speed."""
        board.starships[self.starship].speed = self.speed
