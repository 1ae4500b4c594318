"""Orders that the checker refuses, each with what it says and the word that it is about; and the board for them."""

from __future__ import annotations

from typing import Any, Final

from sits_es.orders.frame import read_line
from sits_es.rules.sfb.board import BREAK, Board, Web
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.orders.language import LANGUAGE
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.webs.facts import Strand
from tests.rules.sfb.boards import board, body, unit, web

WEB = web("web-1", "Weft", "Hawk")
GLOBE = Web(
    name="web-2", player="Anna", kind="globular", points={"1": Place(), "2": Place(5000)}, strands=(Strand("1", "2"),)
)


def meeting(**more: Any) -> Board:
    """Anna's Hawk and Weft (which lays webs), Ark (a base) and Wasp (a fighter); Ben's Kestrel ahead and above."""
    return board(
        unit("Hawk", "0,0,0", **more),
        unit("Weft", "1,0,0", card="Weaver"),
        unit("Heron", "0.2,0,0"),
        unit("Ark", "0,1,0", card="Station"),
        unit("Wasp", "0,0,0", card="Fighter", aboard="Hawk"),
        unit("Gnat", "0,0,4", card="Fighter", speed="9"),
        unit("Hawk-drone-rack-1", "1,0,0", card="Drone", target="Kestrel"),
        unit("Minnow", "9,0,0", card="Mine"),
        unit("Lark", gone="lost"),
        unit("Kestrel", "5,2,0"),
        unit("Kite", "9,9,9", gone="lost"),
        body("Haven", "2,0,0", radius="0.5"),
        body("Halo", "2,0,0", kind="ring"),
        WEB,
        GLOBE,
    )


def orders_of(*lines: str, unit: str = "Hawk") -> list[OfUnit]:
    """Orders as they stand in a file, `5 turn yaw 2`; another unit's with its name, `5 Weft: speed 3`."""
    found = []
    for line in lines:
        at, _, rest = line.partition(" ")
        who, named, text = rest.partition(": ")
        if not named:
            who, text = unit, rest
        sealed = f"{who}: {text}" if at == "break" else f"impulse {at} {who}: {text}"
        order = read_line(sealed, LANGUAGE, BREAK if at == "break" else int(at))
        assert isinstance(order, OfUnit)
        found.append(order)
    return found


#: Lines of which the last is refused on the board of `meeting`, what is said, and the word that it is about.
REFUSED: Final[list[tuple[list[str], str, str | None]]] = [
    # who takes orders
    (["1 Lark: speed 3"], "Lark is out of the game. Leave its orders out (house).", "unit"),
    (
        ["1 Hawk-drone-rack-1: speed 3"],
        "Hawk-drone-rack-1 guides itself. Seeking weapons take no orders (F2.21).",
        "unit",
    ),
    (["1 Minnow: speed 3"], "Minnow is a mine. Mines take no orders (M2.40).", "unit"),
    (
        ["1 Wasp: speed 3"],
        "Wasp is aboard Hawk. It takes orders from the impulse after its release (A3.4).",
        "unit",
    ),
    (
        ["3 release Wasp", "3 Wasp: speed 3"],
        "Wasp is aboard Hawk. It takes orders from the impulse after its release (A3.4).",
        "unit",
    ),
    (
        ["1 damage 4"],
        "Hawk: this is not an order. Enter it with sits record, from your own displays.",
        None,
    ),
    # two that contradict
    (["5 speed 3", "5 speed 4"], "Hawk has 2 speed orders for the same impulse. Keep one.", None),
    (["break speed 3", "break speed 3"], "Hawk has 2 speed orders for the turn break. Keep one.", None),
    (["5 turn yaw 1", "5 turn pitch 1"], "Hawk has 2 turn orders for the same impulse. Keep one.", None),
    (["1 tac warp", "1 tac sublight"], "Hawk has 2 tac orders for the same impulse. Keep one.", None),
    (
        ["5 turn yaw 1", "5 het to yaw 90"],
        "Hawk makes another turn in this impulse. A high-energy turn must be a unit's only turn (C6.0).",
        None,
    ),
    (
        ["5 speed 3", "5 decelerate"],
        "Hawk has a speed order and an emergency deceleration for impulse 5. Keep one (C8.0).",
        None,
    ),
    (
        ["5 thrust 1", "5 decelerate for 4"],
        "Hawk has a thrust order and an emergency deceleration for impulse 5. Keep one (C8.41).",
        None,
    ),
    # speed and thrust
    (
        ["1 speed -0.5"],
        "Hawk: Speed -0.5 is not allowed. A warp speed is 0 or more: nothing moves astern (C1.43).",
        "speed",
    ),
    (
        ["break speed -1"],
        "Hawk: Speed -1 is not allowed. A warp speed is 0 or more: nothing moves astern (C1.43).",
        "speed",
    ),
    (
        ["1 thrust 1.0001"],
        "Hawk: Thrust 1.0001 is not allowed. Impulse thrust is 0 to 1 in a turn (C2.111).",
        "thrust",
    ),
    (["1 thrust -1"], "Hawk: Thrust -1 is not allowed. Impulse thrust is 0 to 1 in a turn (C2.111).", "thrust"),
    (
        ["3 decelerate for 5", "8 thrust 1"],
        "Hawk cannot use impulse energy up to and including 1.8, after an emergency deceleration (C8.41).",
        None,
    ),
    (
        ["30 decelerate for 5", "break thrust 1"],
        "Hawk cannot use impulse energy up to and including 2.3, after an emergency deceleration (C8.41).",
        None,
    ),
    # turns
    (
        ["1 turn yaw 1.5001"],
        "Hawk: yaw 1.5001 is over the limit of 1.5 degrees for turn mode D at speed 0 (C3.31).",
        "yaw",
    ),
    (
        ["1 speed 9", "5 speed 16", "5 turn pitch -6.1201"],
        "Hawk: pitch -6.1201 is over the limit of 6.12 degrees for turn mode D at speed 16 (C3.31).",
        "pitch",
    ),
    (
        ["5 speed 16", "4 turn roll 3"],
        "Hawk: roll 3 is over the limit of 1.5 degrees for turn mode D at speed 0 (C3.31).",
        "roll",
    ),
    (
        ["1 Gnat: turn yaw -9.1"],
        "Gnat: yaw -9.1 is over the limit of 9 degrees for turn mode shuttle at speed 9 (C3.31).",
        "yaw",
    ),
    (
        ["1 tac sublight", "5 turn yaw 2.1"],
        "Hawk: yaw 2.1 is over the limit of 2 degrees in sublight manoeuvres (C5.11).",
        "yaw",
    ),
    (
        ["1 tac warp", "5 turn yaw 7.6"],
        "Hawk: yaw 7.6 is over the limit of 7.5 degrees in warp manoeuvres (C5.21).",
        "yaw",
    ),
    (
        ["1 tac both", "5 turn yaw 9.1"],
        "Hawk: yaw 9.1 is over the limit of 9 degrees in sublight and warp manoeuvres (C5.32).",
        "yaw",
    ),
    (
        ["1 tac warp", "9 turn yaw 7.5"],
        "Hawk: yaw 7.5 is over the limit of 1.5 degrees for turn mode D at speed 0 (C3.31).",
        "yaw",
    ),
    (
        ["1 tac warp", "3 tac none", "4 turn yaw 7.5"],
        "Hawk: yaw 7.5 is over the limit of 1.5 degrees for turn mode D at speed 0 (C3.31).",
        "yaw",
    ),
    (
        ["1 Ark: turn yaw 1"],
        "Ark is a base. It stays where it is and rotates as set before the game (C3.7, C3.71).",
        None,
    ),
    (
        ["1 Ark: tac warp"],
        "Ark is a base. It stays where it is and rotates as set before the game (C3.7, C3.71).",
        None,
    ),
    (
        ["1 Ark: speed 1"],
        "Ark is a base. It stays where it is and rotates as set before the game (C3.7, C3.71).",
        None,
    ),
    (["1 Gnat: het to yaw 90"], "Gnat is a shuttle. High-energy turns are for ships (C6.0).", None),
    # manoeuvres
    (
        ["1 speed 4", "9 tac warp"],
        "Hawk moves at speed 4. A tactical manoeuvre needs warp speed 0 (C5.3).",
        "tac",
    ),
    (
        ["2 tac warp"],
        "Hawk: A warp manoeuvre lasts a quarter of a turn. Begin it in impulse 1, 9, 17 or 25 (C5.21).",
        "tac",
    ),
    (
        ["1 tac both", "5 speed 4"],
        (
            "Hawk is in tactical manoeuvres up to impulse 32. "
            "Wait until the manoeuvres are over, or order `tac none` first (C5.3)."
        ),
        None,
    ),
    (
        ["1 decelerate", "9 tac sublight"],
        "Hawk cannot use impulse energy up to and including 1.32, after an emergency deceleration (C8.41).",
        None,
    ),
    # orbits
    (["1 orbit Havn left"], "Hawk: There is no body Havn. Did you mean Haven? Bodies: Halo, Haven.", "planet"),
    (
        ["1 speed 4", "3 orbit Haven left"],
        "Hawk moves at speed 4. An orbit needs warp speed 0 (P8.41).",
        None,
    ),
    (
        ["1 tac warp", "3 orbit Haven left"],
        (
            "Hawk is in tactical manoeuvres up to impulse 8. "
            "Wait until the manoeuvres are over, or order `tac none` first (C5.3)."
        ),
        None,
    ),
    (
        ["1 Gnat: speed 0", "1 Gnat: orbit Haven left"],
        "Gnat: Haven is 4.4721 hexes away. An orbit is within three hexes, measured exactly (P8.41).",
        "planet",
    ),
    (["1 leave orbit"], "Hawk is not in orbit (P8.41).", None),
    (
        ["1 orbit Haven left", "2 speed 3"],
        "Hawk is in orbit around Haven, and the orbit moves it. Leave orbit first (P8.413).",
        None,
    ),
    (
        ["1 orbit Haven left", "1 turn yaw 1.5001"],
        "Hawk: yaw 1.5001 is over the limit of 1.5 degrees for turn mode D at speed 0 (C3.31).",
        "yaw",
    ),
    (
        ["1 orbit Haven left", "9 decelerate inertia"],
        "Hawk is in orbit around Haven, and the orbit moves it. Leave orbit first (P8.413).",
        None,
    ),
    (
        ["1 orbit Haven left", "5 decelerate"],
        "Hawk is in orbit around Haven, and the orbit moves it. Leave orbit first (P8.413).",
        None,
    ),
    # tractor links and transporters
    (
        ["1 tractor Heron length 3 power 0"],
        "Hawk: a tractor link needs power. Give it more than 0 (house).",
        "power",
    ),
    (["1 tractor Hawk length 3 power 1"], "Hawk cannot name itself. Name another unit.", "target"),
    (
        ["1 tractor Hern length 3 power 1"],
        (
            "Hawk: There is no target Hern. Did you mean Heron? Targets: Ark, Gnat, Hawk-drone-rack-1, Heron, "
            "Kestrel, Minnow, Weft."
        ),
        "target",
    ),
    (
        ["1 transport 'x' to Lark".replace("'", '"')],
        "Hawk: Lark is not on the map. Name a unit on the map (house).",
        "target",
    ),
    (["1 end tractor Heron"], "Hawk has no tractor link to Heron (house).", "target"),
    (
        ["1 tractor Heron length 3 power 1", "2 tractor Heron length 3 power 1"],
        "Hawk already holds Heron with a tractor link. Order `end tractor` first (house).",
        "target",
    ),
    (
        ["1 shield 3 up"],
        "Hawk: this is not an order. Enter it with sits record, from your own displays.",
        None,
    ),
    # binding
    (
        ["2 bind to Weft and Weft"],
        "Hawk: Weft is named twice. A web binds three ships together (C14.20).",
        "second",
    ),
    (
        ["2 bind to Weft and Hawk"],
        "Hawk is named twice. A web binds three ships together (C14.20).",
        "second",
    ),
    (
        ["2 bind to Weft and Kestrel"],
        "Hawk: Kestrel is on another side. Bind only ships of one side (C14.20).",
        "second",
    ),
    (["2 bind to Wasp and Weft"], "Hawk: Wasp is not on the map. Name a unit on the map (house).", "first"),
    (["2 bind to Ark and Weft"], "Hawk: Ark is a base. Web energy binds ships (C14.20).", None),
    (
        ["1 Weft: thrust 1", "2 bind to Heron and Weft"],
        "Hawk: Weft moves at speed 0 with thrust 1. Set speed and thrust to 0 first (C14.20).",
        None,
    ),
    # spheres
    (
        ["1 sphere 4 energy 10"],
        "Hawk: A sphere cannot have a radius of 4. Its radius is 0 to 3.9999 hexes (G23.41).",
        "radius",
    ),
    (
        ["1 sphere -1 energy 10"],
        "Hawk: A sphere cannot have a radius of -1. Its radius is 0 to 3.9999 hexes (G23.41).",
        "radius",
    ),
    (["1 Weft: sphere 1 energy 10"], "Weft has no expanding sphere generator (G23.4).", None),
    (["3 sphere off"], "Hawk has no sphere up (G23.4).", None),
    (
        ["1 sphere 1 energy 10", "3 sphere 2 energy 10"],
        "Hawk has a sphere up. Order `sphere off` first (G23.4).",
        None,
    ),
    # fire
    (
        ["1 fire phaser at Kestrel"],
        "Hawk: There is no weapon phaser. Did you mean phasers? Weapons: phasers.",
        "weapon",
    ),
    (["1 Weft: fire phasers at Kestrel"], "Weft: There is no weapon phasers. There are no weapons.", "weapon"),
    (["1 fire 4 phasers at Kestrel"], "Hawk: the group phasers has 3 weapons, not 4 (D2.11).", "number"),
    (
        ["1 fire 2 phasers at Kestrel", "1 fire 2 phasers at Kestrel"],
        (
            "Hawk: 4 weapons of the group phasers are ordered to fire in impulse 1, but the group has only 3. "
            "Each weapon fires at most once in an impulse (D2.11)."
        ),
        "number",
    ),
    (
        ["1 fire phasers at Kestral"],
        "Hawk: There is no target Kestral. Did you mean Kestrel? Targets: Kestrel.",
        "target",
    ),
    (["1 fire phasers at Hawk"], "Hawk cannot name itself. Name another unit.", "target"),
    (["1 fire phasers at Kite"], "Hawk: Kite is not on the map. Name a unit on the map (house).", "target"),
    (
        ["1 fire phasers at Weft"],
        (
            "Hawk: Weft is on the same side, alliance. Name a unit of another side; only a scenario with "
            "own_side_targets allows your own (house)."
        ),
        "target",
    ),
    # launches
    (
        ["1 launch drone at Kestrel"],
        "Hawk: There is no launcher drone. Did you mean drone-rack? Launchers: drone-rack.",
        "launcher",
    ),
    (
        [
            *["1 launch drone-rack at 9,0,0"] * 2,
            *["2 launch drone-rack at 9,0,0"] * 2,
            "3 launch drone-rack at 9,0,0",
        ],
        "Hawk: drone-rack has used all of its shots (4) by then. Launch from another launcher (F1.24).",
        "launcher",
    ),
    (
        ["1 launch drone-rack at Weft"],
        (
            "Hawk: Weft is on the same side, alliance. Name a unit of another side; only a scenario with "
            "own_side_targets allows your own (house)."
        ),
        "target",
    ),
    (
        ["1 release Gnat"],
        "Hawk: There is no unit aboard Gnat. Units aboard: Wasp.",
        "carried",
    ),
    (["1 release Wasp", "3 release Wasp"], "Hawk: There is no unit aboard Wasp. There are no units aboard.", "carried"),
    # webs
    (["1 lay web to Weft at 6"], "Hawk has no web generator (G10.0).", None),
    (["1 power web-1 to 3"], "Hawk has no web generator (G10.0).", None),
    (["1 Weft: lay web to Weft at 6"], "Weft cannot be both anchors. Name another (G10.211).", "to"),
    (
        ["1 Weft: lay web to Kestrel at 6"],
        "Weft: Kestrel is on another side. Name another anchor (G10.211).",
        "to",
    ),
    (["1 Weft: lay web to Lark at 6"], "Weft: Lark is not on the map. Name another anchor (G10.211).", "to"),
    (
        ["1 Weft: lay web to Heron at 6"],
        "Weft: Heron cannot hold a web. Only bases and ships that lay webs can (G10.211).",
        "to",
    ),
    (
        ["1 Weft: lay web to Hawke at 6"],
        "Weft: There is no anchor Hawke. Did you mean Hawk? Anchors: Ark, Hawk, Haven.",
        "to",
    ),
    (
        ["1 Weft: lay web to Halo at 6"],
        "Weft: Halo cannot be an anchor: it is a ring, which cannot hold a web (G10.211).",
        "to",
    ),
    (
        ["1 Weft: lay point from Halo at 6"],
        "Weft: Halo cannot be an anchor: it is a ring, which cannot hold a web (G10.211).",
        "start",
    ),
    (
        ["1 Weft: lay web to Hawk at 0"],
        "Weft: a strand cannot be laid without power. It takes 6 points a hex (G10.211).",
        "power",
    ),
    (
        ["1 Weft: lay point at 3"],
        "Weft has laid no web point to continue from. Begin at an anchor: lay point from ANCHOR (G10.12).",
        None,
    ),
    (["1 Weft: power web-7 to 3"], "Weft: There is no web web-7. Did you mean web-2? Webs: web-1, web-2.", "web"),
    (["1 Weft: join point 3 of web-2 at 3"], "Weft: web-2: There is no point 3. Points: 1, 2.", "point"),
    (["1 Weft: move point 3 of web-2"], "Weft: web-2: There is no point 3. Points: 1, 2.", "point"),
    (["1 Heron: drop web-1"], "Heron is not an anchor of web-1 (G10.117).", "web"),
    (
        ["1 Weft: cast web from 0,0,0 to 1,0,0 strength 35.1"],
        "Weft: A web of strength 35.1 is not allowed. Webs have a strength of 0 to 35 (G10.3).",
        "strength",
    ),
    # stops
    (
        ["1 stop if range to Kestral at most 3"],
        (
            "Hawk: There is no target Kestral. Did you mean Kestrel? "
            "Targets: Ark, Gnat, Hawk-drone-rack-1, Heron, Kestrel, Minnow, Weft."
        ),
        "target",
    ),
    (["1 stop if Hawk bears"], "Hawk cannot name itself. Name another unit.", "target"),
    (["1 stop if Kite bears"], "Hawk: Kite is not on the map. Name a unit on the map (house).", "target"),
]
