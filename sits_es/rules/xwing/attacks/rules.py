"""Attacks: which arcs hold the target, which is attacked in, why none can be, and what may be said of it later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sits_es.rules.refusals import Refusal
from sits_es.rules.xwing.attacks.facts import AttackDeclared, AttackEntered, DisputeEntered, RulingEntered
from sits_es.rules.xwing.board import Attack, Board, Ship
from sits_es.rules.xwing.entry_rules import FATES, EntryRules, OfAnyShip
from sits_es.rules.xwing.fact import OfShip
from sits_es.rules.xwing.sums.arcs import ArcHold, Sight, attack_line, sight
from sits_es.rules.xwing.sums.ranges import NEAR, ROUNDING, told
from sits_es.rules.xwing.weapons import TURRET, Weapon
from sits_es.rules.xwing.words import huge_turret
from sits_es.sentences import listed, unknown


class Proof(Struct, frozen=True, kw_only=True):
    """What an attacker sees of its target. wanted: the arcs that the weapon can attack in; sight: in every arc.

    turret: whether these are where its turret points; hold: the arc that is attacked in, None if no wanted arc holds
    the target; weapon: with its ranges; obstructed: the objects that the line of the attack crosses.
    """

    attack: Attack
    turret: bool
    wanted: tuple[str, ...]
    sight: Sight
    hold: ArcHold | None
    weapon: Weapon
    obstructed: tuple[str, ...] = ()

    def why_not(self) -> str | None:
        """Why the attack can't be made, None if it can: the target is beyond range 3, or in no arc of the weapon.

        Rule: rules.md, Turrets, Range bands.
        """
        attack, seen = self.attack, self.sight
        if self.hold is not None:
            return self._out_of_range(self.hold)
        away = f"{told(seen.distance)} mm away"
        if seen.range is None:
            return f"{attack.ship}: {attack.target} is {away}, beyond range 3."
        where = f"It is in {listed(seen.arcs)}" if seen.arcs else "It is in no arc at all"
        wanted = f"not in {listed(self.wanted)}, where {attack.weapon} attacks"
        return f"{attack.ship}: {attack.target} is {wanted}. {where}, {away}."

    def _out_of_range(self, hold: ArcHold) -> str | None:
        """Why it can't be made in the arc that holds the target, None if it can."""
        attack = self.attack
        if self.weapon.reaches(hold.range):
            return None
        reach = f"{attack.weapon} attacks at range {self.weapon.ranges.replace('-', ' to ')}"
        where = f"{attack.target} is at range {hold.range} in {hold.arc}, {told(hold.distance)} mm away"
        ruling = f"If you all agree on the attack, write by ruling: TEXT after {attack.weapon}."
        return f"{attack.ship}: {where}. {reach}. {ruling}"

    def measured(self) -> Iterator[str]:
        """What is measured, step by step: where both stand, how far apart, and which arcs hold how much."""
        attack = self.attack
        yield f"{attack.ship} stands at {attack.stand}, {attack.target} at {attack.target_stand}."
        yield self.sight.apart()
        yield from self.sight.held(attack.ship, attack.target)

    def steps(self) -> Iterator[str]:
        """The whole proof, step by step."""
        yield from self.measured()
        if self.attack.ruling:
            yield f"A ruling allows it: {self.attack.ruling}"
            yield from self._crossed()
            return
        where = listed(self.wanted)
        where = f"where its turret points: {where}" if self.turret else f"in its {where} arc"
        yield f"{self.attack.weapon} attacks {where}."
        if self.hold is not None:
            yield f"So the attack is made in the {self.hold.arc} arc, at range {self.hold.range}."
        yield from self._crossed()

    def _crossed(self) -> Iterator[str]:
        """Which objects its line crosses."""
        if self.obstructed:
            yield f"The attack is obstructed: its line crosses {listed(self.obstructed)}."


def proof(board: Board, attack: Attack) -> Proof:
    """What proves an attack, or shows that it can't be made. KeyError for unknown ships, ValueError for no weapon.

    Of two turret arcs that hold the target the one in which it is closer is attacked in; of two in which it is equally
    close, the first. Rule: house; rules.md, Turrets.
    """
    ship = board.ships[attack.ship]
    weapon = ship.weapon(attack.weapon)
    if weapon is None:
        raise ValueError(f"{ship.name} has no weapon {attack.weapon}")
    seen = sight(ship.at(attack.stand), board.ships[attack.target].at(attack.target_stand))
    turret = weapon.arc == TURRET
    wanted = attack.points if turret else (weapon.arc,)
    holds = [hold for hold in seen.holds if hold.arc in wanted]
    # what is equally close may be told a little differently by rounding
    nearest = min((hold.distance for hold in holds), default=0.0) + NEAR
    hold = next((hold for hold in holds if hold.distance <= nearest + ROUNDING), None)
    used = None if attack.ruling else hold
    return Proof(
        attack=attack,
        turret=turret,
        wanted=wanted,
        sight=seen,
        hold=hold,
        weapon=weapon,
        obstructed=_obstructed(board, attack, None if used is None else used.arc),
    )


def _obstructed(board: Board, attack: Attack, arc: str | None) -> tuple[str, ...]:
    """The objects that the line of an attack crosses. arc: that it is made in, None for the bases' closest points."""
    if not board.objects:
        return ()
    one, other = board.ships[attack.ship].at(attack.stand), board.ships[attack.target].at(attack.target_stand)
    line = attack_line(one, other, arc)
    return tuple(name for name, each in board.lying.items() if each.crossed_by(line))


def proofs(board: Board, entered: Sequence[OfShip]) -> Iterator[AttackDeclared]:
    """Attacks that were entered, each with its proof.

    One by a ruling needs none, and says all the same in which arcs the target is.
    """
    many = sum(isinstance(fact, AttackEntered) for fact in entered)
    for attack in board.attacks[len(board.attacks) - many :]:
        found = proof(board, attack)
        hold = None if attack.ruling else found.hold
        yield AttackDeclared(
            attack=attack.number,
            ship=attack.ship,
            target=attack.target,
            weapon=attack.weapon,
            arcs=found.sight.arcs,
            arc=None if hold is None else hold.arc,
            range=found.sight.range if hold is None else hold.range,
            obstructed=found.obstructed,
        )


class _Attacking(EntryRules[AttackEntered]):
    on_table = True

    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        fact, weapon = self.fact, ship.weapon(self.fact.weapon)
        found = list(self._targeted(board, ship))
        if weapon is None:
            known = [each.name for each in ship.weapons]
            found.append(Refusal(f"{ship.name}: {unknown('weapon', fact.weapon, known)}", "weapon"))
        elif ship.huge and weapon.arc == TURRET and not fact.ruling:
            found.append(Refusal(f"{huge_turret(ship.name)} Write by ruling: TEXT after {weapon.name}.", "weapon"))
        yield from found
        if not found and not fact.ruling:
            attack = board.next_attack(fact.ship, fact.target, fact.weapon, fact.ruling)
            if (said_no := proof(board, attack).why_not()) is not None:
                yield Refusal(said_no)

    def _targeted(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        """Why nobody can attack this target now, by a ruling or not."""
        target = board.ships.get(self.fact.target)
        if target is None:
            others = [each.name for each in board.placed() if each.side != ship.side]
            yield Refusal(f"{ship.name}: {unknown('target', self.fact.target, others)}", "target")
        elif target is ship:
            yield Refusal(f"{ship.name} can't attack itself.", "target")
        elif target.gone is not None:
            yield Refusal(f"{ship.name}: {target.name} is out of the game: {FATES[target.gone]}.", "target")
        elif target.stand is None:
            yield Refusal(f"{ship.name}: {target.name} is not placed yet.", "target")
        elif target.side == ship.side and not self.fact.ruling:
            yield Refusal(f"{ship.name}: {target.name} is on the same side, {ship.side}.", "target")

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[tuple[AttackEntered, str]]:
        """Every weapon at every enemy, with its arc and its range; a huge ship's turret within range 3, by a ruling."""
        for target in board.placed() if ship.stand is not None else ():
            for weapon in ship.weapons if target.side != ship.side else ():
                ruling = "TEXT" if ship.huge and weapon.arc == TURRET else ""
                found = proof(board, board.next_attack(ship.name, target.name, weapon.name, ruling))
                entry = AttackEntered(ship=ship.name, target=target.name, weapon=weapon.name, ruling=ruling)
                if ruling and found.sight.range is not None:
                    yield entry, ""
                elif not ruling and found.hold is not None:
                    obstructed = f", obstructed by {listed(found.obstructed)}" if found.obstructed else ""
                    yield entry, f"{found.hold.arc}, range {found.hold.range}{obstructed}"


class _Disputing(OfAnyShip[DisputeEntered]):
    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        attack = board.attack(self.fact.attack)
        if attack is None or attack.ruled is not None:
            yield Refusal(f"{ship.name}: {_closed(board, self.fact.attack)}", "attack")
        elif attack.disputed is not None:
            said = f"{ship.name}: attack {attack.number} is already disputed, by {attack.disputed[0]}."
            yield Refusal(said, "attack")


class _Ruling(OfAnyShip[RulingEntered]):
    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        attack = board.attack(self.fact.attack)
        if attack is None or attack.ruled is not None:
            yield Refusal(f"{ship.name}: {_closed(board, self.fact.attack)}", "attack")
        elif attack.disputed is None:
            first = f"Enter dispute {attack.number}: TEXT first."
            yield Refusal(f"{ship.name}: nobody disputes attack {attack.number}. {first}")


def _closed(board: Board, number: int) -> str:
    """Why nothing more is said of an attack: it is ruled on, or there is none of that number."""
    attack, many = board.attack(number), len(board.attacks)
    if attack is not None and attack.ruled is not None:
        return f"attack {number} has already been ruled on: it {'stands' if attack.ruled[0] else 'does not stand'}."
    only = f", only attack{'s 1 to' if many > 1 else ''} {many}" if many else ": none has been declared yet"
    return f"there is no attack {number}{only}."
