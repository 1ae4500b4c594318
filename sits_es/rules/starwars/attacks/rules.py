"""Attacks: who can be hit with what, the zone that is attacked, the roll and the damage.

Rule: rules.md, Arcs and zones, One hex; base game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from sits_es.events import Coded
from sits_es.rules.refusals import Refusal
from sits_es.rules.starwars.attacks.facts import AttackAimed, AttackDeclared, FireOrdered, SideOrdered
from sits_es.rules.starwars.board import Board, Starship, bears, lie_of, sides_on, target_names_side
from sits_es.rules.starwars.checks.facts import ACTION
from sits_es.rules.starwars.checks.rules import attack_parts, pool_of_parts, standing_shields
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.harm.rules import hit
from sits_es.rules.starwars.order_rules import OrderRules, barred, no_foe, refuse, unable
from sits_es.rules.starwars.qualities.rules import no_shot
from sits_es.rules.starwars.reasons import REASONS
from sits_es.rules.starwars.resolution import Resolution
from sits_es.rules.starwars.starship_class import ARCS, SIDES, Arc, HexSide, StarshipWeapon
from sits_es.rules.starwars.sums.chances import odds
from sits_es.rules.starwars.sums.narrative_dice import Pool
from sits_es.rules.starwars.sums.relative import BANDS, RelativePlace, away, reaches
from sits_es.rules.starwars.words import named, who_of, zones
from sits_es.sentences import counted, listed

#: What an attack that is declared holds as it was ordered.
AS_ORDERED: Final = ("weapon", "target", "zone", "boost", "setback", "upgrades", "harder", "member")


class Fire(OrderRules[FireOrdered]):
    """An attack; it is only declared where the target is in the same hex and holds the advantage over the attacker."""

    once = "acted-already"

    def why_not(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
        """Weapon, target, range and side; then, where no foe names the side, what bears and which zone is open."""
        order, card = self.fact, board.class_of(starship)
        if order.weapon in board.fired() or any(order.weapon == getattr(each, "weapon", None) for each in above):
            yield refuse(starship, "fired-already", order.weapon)
        if (weapon := card.weapon(order.weapon)) is None:
            yield refuse(starship, "no-weapon", order.weapon, ", ".join(each.name for each in card.weapons))
        elif weapon not in board.weapons_of(starship):
            yield refuse(starship, "weapon-out", weapon.name)
        else:
            yield from no_shot(board, starship, weapon)
        if strangers := list(no_foe(board, starship, order.target)):
            yield from strangers
            return
        target = board.starships[order.target]
        hexes = (target.place - starship.place).hexes
        if weapon is not None and not reaches(weapon.reach, hexes):
            yield refuse(starship, "out-of-range", target.name, hexes, weapon.name, weapon.reach)
        theirs, unsaid = target_names_side(starship, target), not hexes and order.toward is None
        if theirs:
            if not unsaid:
                yield refuse(starship, "side-not-yours", target.name)
            return
        if hexes and order.toward is not None:
            yield refuse(starship, "side-not-in-one-hex", target.name, hexes)
        if unsaid:
            yield refuse(starship, "side-not-named", target.name)
        else:
            yield from self._aim(starship, target, weapon)

    def _aim(self, starship: Starship, target: Starship, weapon: StarshipWeapon | None) -> Iterator[Refusal]:
        """Whether the weapon bears, and which zone is open. Rule: seed, "the attacker chooses the shield zone"."""
        lie, zone = lie_of(starship, target, self.fact.toward), self.fact.zone
        if weapon is not None and (why := no_bearing(weapon, lie)) is not None:
            yield REASONS.refusal(starship.name, why)
        if zone is not None and zone not in lie.zones:
            yield refuse(starship, "zone-not-open", zone, ", ".join(lie.zones), target.name)
        if zone is None and len(lie.zones) > 1:
            yield refuse(starship, "zone-not-named", ", ".join(lie.zones), target.name)

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """Aim, roll and do the damage."""
        attack(work, starship, self.fact, self.fact.toward, self.fact.zone)

    def expect(self, board: Board, starship: Starship) -> None:
        """What counted for it counts no more, unless it waits for its side."""
        if not self.waits(board, starship):
            board.used_up(starship, "gunnery", self.fact.member)

    def waits(self, board: Board, starship: Starship) -> bool:
        """Whether it only waits for its target's player to name the side."""
        return target_names_side(starship, board.starships[self.fact.target])

    def declare(self, work: Resolution, starship: Starship, then: Sequence[OfStarship]) -> None:
        """Declare it. then: the orders after it, which wait."""
        from sits_es.orders.normal import write_line
        from sits_es.rules.starwars.orders.language import LANGUAGE

        work.record(
            AttackDeclared(
                starship=starship.name,
                by=self.fact.target,
                then=tuple(write_line(order, LANGUAGE) for order in then),
                **{field: getattr(self.fact, field) for field in AS_ORDERED},
            )
        )

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """The proof of an attack: range, arcs, zones, dice and damage."""
        del above
        order, target = self.fact, board.starships[self.fact.target]
        who = who_of(starship.name, order.member)
        where = f"{who} fires {order.weapon} at {target.name}: {away((target.place - starship.place).hexes)}"
        if target_names_side(starship, target):
            yield f"{where}; {target.name} holds the advantage, so {target.player} names the side before the roll"
            return
        lie = lie_of(starship, target, order.toward)
        zone = order.zone or lie.zones[0]
        shields = counted(standing_shields(board, target, zone), "shield")
        choice = f", of {listed(lie.zones)}" if len(lie.zones) > 1 else ""
        yield f"{where}, in {zones(lie.arcs)}; it attacks the {zone} zone{choice}: {shields}"
        yield f"   Gunnery check: {self.outlook(board, starship)}"
        weapon = board.class_of(starship).weapon(order.weapon)
        if weapon is not None:
            yield f"   a success {_does(weapon, board.armour_of(target))}"

    def outlook(self, board: Board, starship: Starship) -> str:
        """The pool with its chance, or that a foe still names the side."""
        target = board.starships[self.fact.target]
        if target_names_side(starship, target):
            return "the foe names the side"
        (first, *_) = lie_of(starship, target, self.fact.toward).zones
        return odds(attack_pool(board, starship, target, self.fact.zone or first, self.fact))

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """Every weapon at every enemy and at each zone; in one hex toward the first side on which it bears."""
        for foe in board.enemies(starship):
            shared, theirs = foe.place == starship.place, target_names_side(starship, foe)
            for weapon in board.class_of(starship).weapons:
                sides = sides_on(weapon, starship, foe)[:1] if shared else [None]
                for toward in [None] if theirs else sides:
                    order = FireOrdered(starship=starship.name, weapon=weapon.name, target=foe.name, toward=toward)
                    yield order
                    open_ = () if theirs else lie_of(starship, foe, toward).zones
                    yield from (evolve(order, zone=zone) for zone in open_ if len(open_) > 1)
                    if board.crews:
                        yield from (evolve(order, member=each.name) for each in board.class_of(starship).members)


def _does(weapon: StarshipWeapon, armour: int) -> str:
    """What a success does, and what a critical hit takes."""
    if weapon.tractor:
        return f"holds it: breaking free takes a Piloting check of difficulty {weapon.tractor}"
    does = f"does {weapon.damage} plus 1 for each net success{' as system strain' if weapon.ion else ''}"
    critical = f"a critical hit costs {weapon.critical} advantage or 1 triumph"
    return f"{does}, less {max(0, armour - weapon.ignored)} armour; {critical}"


class NameSide(OrderRules[SideOrdered]):
    """The side of an attack in one hex that waits for one. Rule: rules.md, One hex."""

    stage = "side"
    once = "side-named-already"

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """The attack is aimed from there."""
        del starship
        if work.board.declared is not None:
            resume(work, order_of(work.board.declared), self.fact.side)

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """The arcs, and the open zones or that it does not bear."""
        del above
        yield f"side {self.fact.side}: {self.outlook(board, starship)}"

    def outlook(self, board: Board, starship: Starship) -> str:
        """The same."""
        del starship
        if (declared := board.declared) is None:
            return ""
        attacker, target = board.starships[declared.starship], board.starships[declared.target]
        weapon, lie = board.class_of(attacker).weapon(declared.weapon), lie_of(attacker, target, self.fact.side)
        hit_ = weapon is not None and bears(weapon, lie)
        means = f"open: {open_zones(board, target, lie.zones)}" if hit_ else f"outside the arcs of {declared.weapon}"
        return f"{target.name} in {attacker.name}'s {named(lie.arcs, 'arc')}; {means}"

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """Every side."""
        if board.declared is not None:
            yield from (SideOrdered(starship=starship.name, side=side) for side in SIDES)


def no_bearing(weapon: StarshipWeapon, lie: RelativePlace) -> Coded | None:
    """That a target lies in none of the weapon's arcs."""
    return None if bears(weapon, lie) else Coded("does-not-bear", (weapon.name, ", ".join(lie.arcs)))


def attack(work: Resolution, attacker: Starship, order: FireOrdered, toward: HexSide | None, wish: Arc | None) -> None:
    """Aim at a zone, roll and do the damage. wish: the zone ordered, None for the least shielded that is open (house).

    toward: in one hex, the side on which the target is taken to lie.
    """
    board, target = work.board, work.board.starships[order.target]
    weapon = next(each for each in board.class_of(attacker).weapons if each.name == order.weapon)
    hexes, lie = (target.place - attacker.place).hexes, lie_of(attacker, target, toward)
    least = min(lie.zones, key=lambda each: (target.shields_of(each), ARCS.index(each)))
    zone = least if wish is None else wish
    work.record(
        AttackAimed(
            starship=attacker.name,
            weapon=weapon.name,
            target=target.name,
            hexes=hexes,
            band=next(band for band, limit in BANDS.items() if hexes <= limit),
            toward=toward,
            arcs=lie.arcs,
            zones=lie.zones,
            zone=zone,
            shields=standing_shields(board, target, zone),
            member=order.member,
        )
    )
    pool, source = attack_pool(board, attacker, target, zone, order), order.member or ACTION
    made = work.check(attacker, "gunnery", pool, source=source, against=target.name)
    if made.succeeds:
        hit(work, attacker, weapon, target, made.success)


def attack_pool(board: Board, attacker: Starship, target: Starship, zone: Arc, order: FireOrdered) -> Pool:
    """The Gunnery check of an attack on a shield zone, with what the players agreed on."""
    shields = standing_shields(board, target, zone)
    return pool_of_parts(attack_parts(board, attacker, target, zone, shields, order.member), order)


def resume(work: Resolution, order: FireOrdered, side: HexSide | None) -> None:
    """Carry out an attack that has waited. side: the one that its target names.

    Where none is named the attacker has its choice after all: the first from A to F on which the weapon bears. The zone
    that was ordered is no more than a wish.
    """
    board = work.board
    attacker = board.starships[order.starship]
    if (why := unable(board, attacker) or barred(board, attacker, order)) is None:
        target, card = board.starships[order.target], board.class_of(attacker)
        weapon = next(each for each in card.weapons if each.name == order.weapon)
        toward = side or (sides_on(weapon, attacker, target) or SIDES)[0]
        lie = lie_of(attacker, target, toward)
        if (why := no_bearing(weapon, lie)) is None:
            attack(work, attacker, order, toward, order.zone if order.zone in lie.zones else None)
            return
    work.void(order, why)


def order_of(declared: AttackDeclared) -> FireOrdered:
    """The attack as it was ordered."""
    return FireOrdered(starship=declared.starship, **{field: getattr(declared, field) for field in AS_ORDERED})


def orders_after(declared: AttackDeclared) -> list[OfStarship]:
    """The orders that were written after the attack, in order."""
    from sits_es.orders.frame import read_line
    from sits_es.rules.starwars.orders.language import LANGUAGE

    read = (read_line(line, LANGUAGE) for line in declared.then)
    return [order for order in read if isinstance(order, OfStarship)]


def open_zones(board: Board, foe: Starship, names: Sequence[Arc]) -> str:
    """Zones with what counts of their shields: `forward (2 shields) and port (1 shield)`."""
    return listed(f"{zone} ({counted(standing_shields(board, foe, zone), 'shield')})" for zone in names)
