"""Attacks that wait for a side, and the proof of those that are rolled."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.report.blocks import Block, ReportLine
from sits_es.report.scenes import Volley
from sits_es.report.working import Context, Working
from sits_es.rules.starwars.attacks.facts import AttackAimed, AttackDeclared, FireOrdered, SideOrdered
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.sums.relative import arcs_step, limits, zones_step
from sits_es.rules.starwars.telling import ToldOrder
from sits_es.rules.starwars.words import ARCS_AND_ZONES, GAIN_THE_ADVANTAGE, ONE_HEX, named, printed, who_of
from sits_es.rules.told import Told
from sits_es.sentences import counted, listed


class _FireOrdered(ToldOrder[FireOrdered]):
    rule = f"base game: combat checks; {ARCS_AND_ZONES}"


class _SideOrdered(ToldOrder[SideOrdered]):
    rule = GAIN_THE_ADVANTAGE


class _Declared(Told[AttackDeclared]):
    heading, shot = "Attack", True

    def sentence(self) -> str:
        fact = self.fact
        attack = f"{fact.starship} attacks {fact.target} in one hex with {fact.weapon}"
        return f"{attack}; {fact.by} holds the advantage, so {fact.by}'s player names the side."

    def working(self, at: Context) -> Working:
        del at
        fact = self.fact
        holder = "it" if fact.by == fact.target else fact.by
        wish = f"the {fact.zone} zone, if it is open" if fact.zone is not None else "no particular zone"
        steps = (
            f"{fact.target} is in the same hex, and {holder} holds the advantage over {fact.starship}.",
            f"So before any dice are rolled, {fact.by}'s player names the side on which {fact.target} lies.",
            f"The attacker wants {wish}.",
        )
        return Working(rule=GAIN_THE_ADVANTAGE, steps=steps)


class _Aimed(Told[AttackAimed]):
    heading, shot = "Attack", True

    def sentence(self) -> str:
        fact = self.fact
        where = f"{fact.target} is {self._where()}, in {fact.starship}'s {named(fact.arcs, 'arc')}"
        zone = f"the {fact.zone} zone with {counted(fact.shields, 'shield')} is attacked"
        if len(fact.zones) > 1:
            zone += f" ({listed(fact.zones)} are open)"
        return f"{self._fires()}: {where}; {zone}."

    def in_brief(self) -> str:
        return f"{self._fires()}: the {self.fact.zone} zone, {self._where()}."

    def fire(self, at: Context) -> Volley:
        del at
        fact = self.fact
        return Volley(key=f"{fact.starship} {fact.target}", unit=fact.starship, target=fact.target, number=fact.weapon)

    def _fires(self) -> str:
        fact = self.fact
        return f"{who_of(fact.starship, fact.member)} fires {fact.weapon} at {fact.target}"

    def in_full(self, at: Context) -> Iterator[Block]:
        yield ReportLine(f"{self._fires()}:", 2)
        yield from (ReportLine(step, 4) for step in self._proof(at.board))

    def working(self, at: Context) -> Working:
        fact = self.fact
        return Working(
            rule=f"{printed('Range Band')}; base game: how far a weapon reaches; {ARCS_AND_ZONES}"
            + (f"; {ONE_HEX}" if not fact.hexes else ""),
            steps=tuple(self._proof(at.board)),
            values={
                "hexes": fact.hexes,
                "band": fact.band,
                "arcs": list(fact.arcs),
                "zones": list(fact.zones),
                "zone": fact.zone,
                "shields": fact.shields,
            },
        )

    def _where(self) -> str:
        """How far the target is and where it lies: `2 hexes, short range`; in one hex, the side named."""
        fact = self.fact
        if not fact.hexes:
            side = f"on side {fact.toward}, " if fact.toward is not None else ""
            return f"in the same hex, {side}{fact.band} range"
        return f"{counted(fact.hexes, 'hex')} away, {fact.band} range"

    def _proof(self, board: Board | None) -> Iterator[str]:
        """What makes the attack lawful, and its zone the one, step by step. board: right before it."""
        aimed, (first, last) = self.fact, limits(self.fact.band)
        band = counted(last, "hex") if first == last else f"{first} to {last} hexes"
        yield f"{aimed.target} is {self._where()}: {aimed.band} is {band}."
        attacker = None if board is None else board.starships.get(aimed.starship)
        target = None if board is None else board.starships.get(aimed.target)
        if board is not None and attacker is not None:
            weapon = board.class_of(attacker).weapon(aimed.weapon)
            if weapon is not None:
                yield f"{weapon.name}: up to {weapon.reach} range, bearing {listed(weapon.arcs)}."
            yield arcs_step(attacker.name, attacker.facing, aimed.target, aimed.arcs)
        if target is not None:
            yield zones_step(target.name, target.facing, aimed.zones)
        shields = f"the shields there count as {aimed.shields}"
        if not aimed.shields and board is not None and target is not None and board.in_kind(target.place, "gas-cloud"):
            shields = "shields don't count in a gas cloud"
        elif not aimed.shields and board is not None and target is not None and board.number_of(target, "shields down"):
            shields = f"{target.name}'s shields are down for this round"
        yield f"The attack is on the {aimed.zone} zone, {self._why_this_zone(board)}; {shields}."

    def _why_this_zone(self, board: Board | None) -> str:
        """Why of the open zones this one is attacked: an attack that was declared took no more than a wish along."""
        aimed, declared = self.fact, None if board is None else board.declared
        wish = None if declared is None else declared.zone
        barred = wish is not None and wish not in aimed.zones
        missed = f"the {wish} zone, which the attacker wanted, is not open" if barred else ""
        if len(aimed.zones) < 2:
            return f"the only one open: {missed}" if missed else "the only one open"
        if board is None or declared is None:
            return "the one chosen"
        if aimed.zone == wish:
            return "the one that the attacker wanted"
        target = board.starships[aimed.target]
        alike = len({target.shields_of(zone) for zone in aimed.zones}) < len(aimed.zones)
        which = "the first of those with the fewest shields" if alike else "the one with the fewest shields"
        return f"{which}: {missed or 'the attacker asked for none'} (house)"
