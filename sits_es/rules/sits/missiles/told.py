"""Launches, decoys, attacks as they arrive, each layer of defence and the end of an attack, as they are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from sits_es.report.blocks import ReportLine
from sits_es.report.glance import VITAL, Glimpse
from sits_es.report.luck import Throw
from sits_es.report.scenes import Volley
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.beams.told import aim_text, aimed, sight
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.told import shot_at
from sits_es.rules.sits.missiles.facts import (
    AttackArrived,
    AttackSpent,
    DecoyOrdered,
    DecoysDeployed,
    LaunchOrdered,
    LayerFought,
    SalvoLaunched,
)
from sits_es.rules.sits.sums.missiles import (
    LAYERS,
    QUALITIES,
    SHOT_LAYERS,
    Fought,
    LaunchSum,
    fired_words,
    fought,
    launch,
    layer_moments,
    left_words,
    row_words,
)
from sits_es.rules.sits.sums.paper import added
from sits_es.rules.sits.sums.sight import facing_words, framed, wedge_words
from sits_es.rules.sits.sums.tracks import strength
from sits_es.rules.sits.tables.values import KillChart
from sits_es.rules.sits.telling import DEFENCE, LAUNCHES, GivenOrder, SitsTold, TurnTable, no_dice
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.rules.sits.words import modifiers, of, of_card, of_table, of_track, shown, through, thrown, variance_words
from sits_es.sentences import counted, listed, without_full_stop
from sits_es.space.arcs import FACINGS, MARKERS, slide
from sits_es.space.avid import Window


class _Given(GivenOrder[LaunchOrdered | DecoyOrdered]):
    """Orders to launch, and to deploy decoys."""


class _Launched(SitsTold[SalvoLaunched]):
    section, step, shot, under = LAUNCHES, 3, True, "attack"
    rule = 'card, "Missile Range Table"; sits rules 8.1 and 8.3'
    went_by = ("range table",)

    def sentence(self) -> str:
        salvo = self.fact
        terms = (("class", salvo.quality), ("range", salvo.range_modifier), ("fire control", salvo.penalty))
        return (
            f"{salvo.shooter} launches {counted(salvo.salvoes, 'salvo')} of {salvo.tubes} from {salvo.mount} at "
            f"{salvo.target}: range {salvo.aim.range}, {through(salvo.aim.window)}, "
            f"{counted(salvo.missiles, salvo.warhead)} of {counted(salvo.damage_each, 'point')}, "
            f"quality {added(terms)} = {salvo.quality_level}."
        )

    def highlight(self, at: Context) -> str:
        del at
        salvo = self.fact
        return f"{salvo.attack}: {counted(salvo.missiles, salvo.warhead)} launched at range {salvo.aim.range}"

    def fire(self, at: Context) -> Volley:
        del at
        salvo = self.fact
        missiles = counted(salvo.missiles, "missile")
        return Volley(key=salvo.attack, unit=salvo.shooter, target=salvo.target, number=missiles, missiles=True)

    def sum(self, at: Context) -> LaunchSum:
        """What left the mount, reckoned from what the record has of it."""
        salvo, tables = self.fact, at.board.tables
        return launch(tables, salvo.aim.range, salvo.salvoes, salvo.tubes, salvo.quality, salvo.penalty)

    def damage_source(self, board: Board) -> str:
        """Where the damage of each missile stands."""
        mount = board.class_of(board.ships[self.fact.shooter]).mount(self.fact.mount)
        size, warhead = "" if mount is None else mount.missile_size, self.fact.warhead
        return of_table(
            board.tables,
            f"missile damage, {size} {warhead}",
            "missile_damage",
            size,
            warhead.replace("-", "_"),
        )

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        salvo = self.fact
        yield ReportLine(aim_text(salvo.aim, salvo.shooter), 4)
        yield from shown(self.sum(at).steps(at.board.tables), (), "")
        each = counted(salvo.damage_each, "point")
        yield ReportLine(f"Each {salvo.warhead} does {each} ({self.damage_source(at.board)})", 4)

    def working(self, at: Context) -> Working:
        salvo, board, done = self.fact, at.board, self.sum(at)
        mount = board.class_of(board.ships[salvo.shooter]).mount(salvo.mount)
        row = f"missile range table, {row_words(done.row)}"
        sources = {
            "class quality": of_card(board, salvo.shooter, "missile_quality"),
            "range": of_table(board.tables, row, "missile_range", salvo.aim.range, "range_mod"),
            "fire control": of_track(board, salvo.shooter, f"{salvo.mount}-fire-control"),
        }
        return Working(
            rule=self.rule,
            modifiers=(
                *modifiers(done.terms, sources.__getitem__),
                Modifier(name="tubes", value=str(salvo.tubes), rule=_tubes_rule(board, salvo)),
                Modifier(name="damage of each", value=str(salvo.damage_each), rule=self.damage_source(board)),
            ),
            steps=(*aimed(board, salvo.aim, salvo.shooter, mount, salvo.target), *done.steps(board.tables)),
            expected="no dice at launch.",
            values={"missiles": salvo.missiles, "quality_level": salvo.quality_level},
        )


def _tubes_rule(board: Board, salvo: SalvoLaunched) -> str:
    """Where a salvo's tubes come from: all that work, or fewer as ordered."""
    track = f"{salvo.mount}-tubes"
    working = strength(board.class_of(board.ships[salvo.shooter]), board.ships[salvo.shooter], track)
    fewer = f"as ordered, out of {working}; " if salvo.tubes < working else ""
    return f"{fewer}{of_track(board, salvo.shooter, track)}"


class _Decoys(SitsTold[DecoysDeployed]):
    section, step, headline = DEFENCE, 4, True
    rule = "card, step 4; sits rules 5: decoys answer launches and last through this segment (house)"

    def sentence(self) -> str:
        return f"{self.fact.ship} deploys {counted(self.fact.count, 'decoy')} of {self.fact.value}%."

    def working(self, at: Context) -> Working:
        out = self.fact
        each = Modifier(name="each", value=f"+{out.value}%", rule=of_card(at.board, out.ship, "decoy_value"))
        total = f"{out.count} x {out.value} = {out.count * out.value} percent more ECM in this segment."
        return no_dice(self.rule, total, modifiers=(each,))


class _Arrived(SitsTold[AttackArrived]):
    section, step, shot, under = DEFENCE, 6, True, "attack"
    rule = "sits rules 4 and 8.1: facing, wedge and systems that bear are judged after moves and turns"

    def sentence(self) -> str:
        came = self.fact
        comes = "comes" if came.missiles == 1 else "come"
        slid = ", aimed at the wedge and sliding," if came.slid else ""
        return (
            f"{came.attack}: {counted(came.missiles, 'missile')} {comes} in {through(came.window)}{slid} on "
            f"{came.target}'s {came.facing} facing; bearing: {listed(came.bearing)}."
        )

    def fire(self, at: Context) -> Volley | None:
        return shot_at(at, self.fact.attack, counted(self.fact.missiles, "missile"))

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        del at
        yield ReportLine(without_full_stop(self.sentence().removeprefix(f"{self.fact.attack}: ")), 4)

    def working(self, at: Context) -> Working:
        came, board = self.fact, at.board
        launched = board.attacks[came.attack].launched
        return no_dice(
            self.rule,
            f"Launched at range {launched.aim.range}; attacks from the longest range are resolved first.",
            *sight(board, came.target, launched.shooter),
            *_where(board, came),
            *_bearing(came),
            *_defenders(board, came),
            facing=came.facing,
            slid=came.slid,
        )


def _where(board: Board, came: AttackArrived) -> Iterator[str]:
    """The facing that the attack meets, and why."""
    window, ship = came.target_window, board.ships[came.target]
    if window is None or came.window is None:
        how = "as ordered" if ship.present is not None else "its strongest standing sidewall, port first (house)"
        yield f"From the same place, the attack meets the facing presented, {came.facing}: {how} (sits rules 3)."
        return
    yield framed(came.target, ship.attitude, came.window, window)
    yield wedge_words(window)
    there = f"it slides to {came.facing}, {_why_there(window, came, ship.slide)} (sits rules 4, house)"
    yield f"{facing_words(window)}; {there if came.slid else f'the nearest is {came.facing}'}."


def _why_there(window: Window, came: AttackArrived, ordered: str | None) -> str:
    """Why this facing of those that are near."""
    nearest = slide(window)
    if len(nearest) == 1:
        return "the nearest"
    if ordered in nearest:
        return f"which {came.target}'s orders choose of the {len(nearest)} nearest"
    return f"the first of the {len(nearest)} nearest in the order {', '.join(FACINGS)}"


def _bearing(came: AttackArrived) -> Iterator[str]:
    """The mounts whose arcs hold the attack."""
    if came.target_window is None:
        yield "Both ships are in the same place, so every mount bears."
        return
    held = MARKERS[came.facing] if came.slid else came.target_window
    why = ", the marker of the facing it slid to (house)" if came.slid else ""
    yield f"Mounts whose arc contains {held}{why}: {listed(came.bearing)}."


def _defenders(board: Board, came: AttackArrived) -> Iterator[str]:
    """What defends in each layer of shots, mount by mount."""
    for layer in SHOT_LAYERS:
        defend = "defends" if layer == "point defence" else "defend"
        yield f"{layer.capitalize()} that {defend}: {systems_words(board, came.target, came.bearing, LAYERS[layer])}."


def systems_words(board: Board, ship: str, bearing: Iterable[str], system: str) -> str:
    """The systems of one kind that defend: `forward 4 + port 10 = 14`, and the mounts whose don't.

    system: as a track names it, such as point-defence. Rule: sits rules 8.4; a laser that fired doesn't defend (house).
    """
    held, names = board.ships[ship], tuple(bearing)
    card = board.class_of(held)
    working: dict[str, int] = {}
    out: list[str] = []
    for mount in card.mounts:
        track = mount.track(system)
        if mount.name not in names or track not in held.boxes:
            continue
        count = strength(card, held, track)
        if count and track in held.fired:
            out.append(fired_words((mount.name, count)))
        elif count:
            working[mount.name] = count
        else:
            out.append(f"those of {mount.name} are destroyed")
    each = " + ".join(f"{name} {number}" for name, number in working.items())
    told = f"{each} = {sum(working.values())}" if len(working) > 1 else each
    return "; ".join((told or "none", *out))


#: What the dice of each layer are counted as.
_KINDS: Final[Mapping[str, str]] = {
    "ECM": "ECM kills",
    "countermissiles": "countermissile kills",
    "point defence": "point defence kills",
    "lasers": "laser kills",
}


class _Layer(SitsTold[LayerFought]):
    section, step, under = DEFENCE, 6, "attack"
    rule = 'flyer, "Introduction to Missile Defense"; sits rules 8.3 to 8.6; one roll a layer: sits rules 8.6 (house)'
    went_by = ("kill chart",)

    def expected(self, chart: KillChart | None) -> Throw | None:
        fact = self.fact
        if not fact.terms:
            return None
        base = sum(term.value for term in fact.terms if term.name != "variance")
        given = (fact.layer, fact.incoming, fact.systems, fact.salvoes)
        moments = layer_moments(*given, base, doubled=fact.doubled, chart=chart)
        return thrown(fact.target, _KINDS[fact.layer], fact.kills, moments)

    def sum(self, at: Context | None = None) -> Fought:
        """What the layer did, reckoned from what the record has of it."""
        fact = self.fact
        return fought(
            None if at is None else at.board.tables.kill_chart,
            fact.layer,
            fact.incoming,
            tuple((term.name, term.value) for term in fact.terms),
            systems=fact.systems,
            salvoes=fact.salvoes,
            fired=tuple((mount.name, mount.value) for mount in fact.fired),
            doubled=fact.doubled,
        )

    def sentence(self) -> str:
        fact, done = self.fact, self.sum()
        shots = f"{without_full_stop(done.shots)}, " if fact.systems else ""
        reckoned = f"{shots}{done.percentage}" if fact.terms else done.none
        doubled, times = (", doubled", 2) if fact.doubled else ("", 1)
        left = left_words(fact.incoming, fact.kills, sum(fact.parts) * times)
        return f"{fact.attack}, {fact.layer}: {reckoned}{doubled}: {left}"

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        first, *steps = self.sum(at).steps(at.board.tables)
        named = first if self.fact.layer == "ECM" else f"{self.fact.layer}: {first[0].lower()}{first[1:]}"
        yield ReportLine(named.removesuffix("."), 4)
        yield from shown(steps, at.thrown, self.fact.attack, 6)

    def fire(self, at: Context) -> Volley | None:
        return shot_at(at, self.fact.attack, f"{counted(self.fact.left, 'missile')} left")

    def came_to(self) -> str:
        return f"{self.fact.percent}%, kills {self.fact.kills} of {self.fact.incoming}"

    def working(self, at: Context) -> Working:
        fact, done = self.fact, self.sum(at)
        return self.by_dice(
            at,
            "killed",
            *_systems(at, fact),
            *done.steps(at.board.tables),
            modifiers=modifiers(done.terms, lambda name: _source(at, fact, name)),
            kills=fact.kills,
            left=fact.left,
            percent=fact.percent,
            parts=list(fact.parts),
        )


def _systems(at: Context, layer: LayerFought) -> Iterator[str]:
    """The systems that defend, mount by mount; ECM is the ship's own."""
    if layer.systems:
        came = [fact for fact in of(at.earlier, AttackArrived) if fact.attack == layer.attack]
        bearing = came[-1].bearing if came else ()
        yield f"Systems that defend: {systems_words(at.board, layer.target, bearing, LAYERS[layer.layer])}."


def _source(at: Context, layer: LayerFought, term: str) -> str:
    """Where a number of a layer's sum comes from."""
    board = at.board
    if term == "base ECM":
        return of_track(board, layer.target, "ecm")
    if term == "decoys":
        ship = board.ships[layer.target]
        card = of_card(board, layer.target, "decoy_value")
        return f"{counted(ship.decoys_active, 'active decoy')} x {board.class_of(ship).decoy_value}, {card}"
    if term == "missile quality level":
        launched = board.attacks[layer.attack].launched
        terms = (("class", launched.quality), ("range", launched.range_modifier), ("fire control", launched.penalty))
        return f"{launched.shooter}'s launch: {added(terms)} (sits rules 8.3)"
    if term == "variance":
        return variance_words(at)
    return of_card(board, layer.target, QUALITIES[layer.layer])


#: How an attack ends, by its code; the target's name comes first where it is named.
_ENDS: Final = {
    "struck": "missiles struck",
    "all-killed": "all missiles were killed",
    "stopped-by-sidewall": "the sidewall stopped them",
    "target-out": "{} is out of the game",
}


def ended_as(spent: AttackSpent) -> str:
    """How an attack ended, to stand within a sentence."""
    return _ENDS[spent.reason.code].format(spent.target)


#: Layers of defence in short.
_SHORT: Final = {"ECM": "ECM", "countermissiles": "CM", "point defence": "PD", "lasers": "lasers"}

_ATTACKS: Final = TurnTable(
    "Missiles: kills by layer, missiles that come through, and damage",
    ("At", "Attack", "Range", "Missiles", "ECM", "CM", "PD", "Lasers", "Through", "Damage"),
    (0, *range(2, 10)),
)


class _Spent(SitsTold[AttackSpent]):
    section, step, under, rank, table, rule = DEFENCE, 6, "attack", 3, _ATTACKS, "sits rules 8"

    def sentence(self) -> str:
        spent = self.fact
        end = without_full_stop(ended_as(spent))
        return f"{spent.attack} is over: {counted(spent.struck, 'point')} struck the hull; {end}."

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        yield from (ReportLine(without_full_stop(line), 4) for line in self.unwalled(at))
        yield ReportLine(without_full_stop(self.sentence().removeprefix(f"{self.fact.attack} is ")), 4)

    def unwalled(self, at: Context) -> Iterator[str]:
        """Where points reach the hull because no sidewall stands there."""
        salvo, layers, attack = self.launched(at), self.layers(at), self.fact.attack
        came = [fact for fact in of(at.earlier, AttackArrived) if fact.attack == attack]
        walls = [fact for fact in of(at.earlier, WallMet) if fact.shot == attack]
        if salvo is not None and layers and layers[-1].left and self.fact.struck and came and not walls:
            left, each = layers[-1].left, salvo.damage_each
            yield f"{counted(left, 'missile')} left x {counted(each, 'point')} = {left * each}."
            yield f"No sidewall stands on the {came[-1].facing} facing: all damage strikes the hull."

    def fire(self, at: Context) -> Volley | None:
        return shot_at(at, self.fact.attack, f"{counted(self.fact.struck, 'point')} struck")

    def launched(self, at: Context) -> SalvoLaunched | None:
        """The salvo that it was."""
        return next((fact for fact in of(at.earlier, SalvoLaunched) if fact.attack == self.fact.attack), None)

    def layers(self, at: Context) -> list[LayerFought]:
        """The layers that it met."""
        return [fact for fact in of(at.earlier, LayerFought) if fact.attack == self.fact.attack]

    def highlight(self, at: Context) -> str:
        """Who launched, what each layer killed, and what the rest did."""
        return "; ".join(self.told(at))

    def told(self, at: Context) -> tuple[str, ...]:
        """The same in two parts, the second of which is left out where no defence was met."""
        spent, salvo, layers = self.fact, self.launched(at), self.layers(at)
        who = spent.attack
        if salvo is not None:
            who = f"{salvo.shooter} > {salvo.target}  {counted(salvo.missiles, salvo.warhead)}"
        if not layers:
            return (f"{who}: {ended_as(spent)}",)
        killed = ", ".join(f"{_SHORT[fought.layer]} {fought.kills}" for fought in layers)
        return f"{who}: {killed}", f"{layers[-1].left} through, {spent.struck} damage"

    def glimpse(self, at: Context) -> Iterator[Glimpse]:
        """What the layers killed is left out where there is little room."""
        first, *came = self.told(at)
        if not came:
            yield Glimpse(first)
        else:
            who, _, _ = first.partition(": ")
            yield Glimpse(self.highlight(at), VITAL, short=f"{who}: {came[0]}")

    @classmethod
    def glimpses(cls, found: Sequence[Context]) -> Iterator[Glimpse]:
        """One after the other; those of which nothing reached a hull all in one line."""
        harmless: list[SalvoLaunched | None] = []
        for at in found:
            row = cls(at.event)
            if row.fact.struck or row.fact.reason.code not in {"all-killed", "stopped-by-sidewall"}:
                yield from row.glimpse(at)
            else:
                harmless.append(row.launched(at))
        if salvoes := [salvo for salvo in harmless if salvo is not None]:
            missiles, ranges = sum(salvo.missiles for salvo in salvoes), sorted({each.aim.range for each in salvoes})
            far = f"range {ranges[0]}" if len(ranges) == 1 else f"ranges {ranges[0]} to {ranges[-1]}"
            every = "all " if missiles > 1 else ""
            yield Glimpse(f"{counted(missiles, 'missile')} launched at {far}, {every}stopped")

    def cells(self, at: Context) -> tuple[str, ...]:
        spent, salvo = self.fact, self.launched(at)
        layers = {fought.layer: fought for fought in self.layers(at)}
        return (
            spent.attack,
            str(salvo.aim.range) if salvo else "",
            str(salvo.missiles) if salvo else "",
            *(str(layers[layer].kills) if layer in layers else "-" for layer in _SHORT),
            str([*layers.values()][-1].left if layers else 0),
            str(spent.struck),
        )

    def working(self, at: Context) -> Working:
        spent, launched, layers = self.fact, self.launched(at), self.layers(at)
        steps = [f"{each.layer}: {each.incoming} in, {each.kills} killed, {each.left} left." for each in layers]
        if launched is not None and layers:
            left, each = layers[-1].left, launched.damage_each
            steps.append(f"{left} left x {counted(each, 'point')} = {left * each} before any sidewall.")
            steps += [*self.unwalled(at)][1:]
        steps.append(f"{counted(spent.struck, 'point')} struck the hull: {ended_as(spent)}.")
        return Working(rule=self.rule, steps=tuple(steps), values={"struck": spent.struck})
