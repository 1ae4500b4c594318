"""Events of fights redone by hand from what `sits explain` prints, by a script that reads nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.home import open_session
from sits_es.events import REGISTRY, Event
from tests.shared.commands_told import Sits
from tests.shared.events_on_paper import BY_KIND, redo
from tests.shared.redone_on_paper import DoesNotFollowError, MissingError

#: Two dreadnoughts in one place, and a cruiser that comes up from below with its wedge between.
CLOSE = """
title = "Too close"
text = "Two capital ships pass through one hex."
map = "Open space."

[players.red]
name = "Anna"
side = "red"

[players.blue]
name = "Ben"
side = "blue"

[[ships]]
name = "Anvil"
class = "Sample Dreadnought"
player = "red"
at = "0,0"
vectors = "3A 2+"
nose = "B"

[[ships]]
name = "Hammer"
class = "Sample Dreadnought"
player = "blue"
at = "0,0"
vectors = "3D"
nose = "E"

[[ships]]
name = "Wasp"
class = "Sample Destroyer"
player = "blue"
at = "1,2 alt -7"
vectors = "5A 2B 1+"
nose = "A/B+"
roll = 2
"""

CLOSE_RED = """game close
turn 1
player red
ship Anvil
  1    fire forward-grav-lance at Hammer
  1    fire forward-energy-torpedo at Hammer
  1    present starboard
  1    pivot to E/F-
  1-8  thrust 3
"""

CLOSE_BLUE = """game close
turn 1
player blue
ship Hammer
  1    fire forward-grav-lance at Anvil
  1    fire forward-energy-torpedo at Anvil
ship Wasp
  1    thrust 7
  3    pivot to D
  2    launch forward 1 salvo at Anvil with nukes
  1-8  decoy 1 if launched at
"""

#: How many events of a kind are redone in a test.
EACH = 4

#: Numbers in steps that may be others and give the same: those of the lines, boxes and cells that are not read, limits.
NOT_READ = (
    r"^\d+\. ",
    r"\[[^\]]*\]",
    r"\([^()]*\)",
    r"row \d+ to \d+",
    r"at most \S+ salvo(?:es)? a turn",
    r"Launched at range \d+",
    r"at least 3 x|less than 3 x",
    r"closure [\d.]+ to [\d.]+",
    r"row range \d+: [\d ]+",
    r"allowed are [^;(]*",
    r"1[28]0 degrees:",
    r"Boxes left: .*|row \d+ of the|box \d+",
    r"Segment \d|Pulse \d+",
    r"Why: .*",
    r"that defend: \w+ \d+\.$",
    r"1d10 reads 1 to 10, the face 0 being 10",
)


def kind_of(event: Event) -> str:
    return REGISTRY.stored_name(type(event)).name


def pages(sits: Sits, game: str, each: int = EACH) -> Iterator[tuple[int, str, str]]:
    """Events of a game that can be redone: number, kind and what explain prints; of each kind the first few."""
    with open_session() as table:
        events = [recorded.event for recorded in table.open_game(game).events()]
    seen: Counter[str] = Counter()
    for number, event in enumerate(events):
        kind = kind_of(event)
        if kind in BY_KIND and not (kind == "sits.LayerFought" and not getattr(event, "terms", ())):
            seen[kind] += 1
            if seen[kind] <= each:
                told = sits("explain", game, str(number), "--width", "400")
                assert (told.code, told.err) == (0, "")
                yield number, kind, told.out


@pytest.fixture
def duel(sits: Sits) -> Sits:
    """Commands, with the bundled duel played."""
    assert sits("demo").code == 0
    return sits


@pytest.fixture
def close(sits: Sits) -> Sits:
    """Commands, with a turn of dreadnoughts in one place."""
    for name, text in (("close.toml", CLOSE), ("1.orders", CLOSE_RED), ("2.orders", CLOSE_BLUE)):
        Path(name).write_text(text, encoding="utf-8")
    assert sits("new", "close.toml", "--name", "close").err == ""
    assert sits("play", "close", "1.orders", "2.orders", "--to", "1.break").err == ""
    return sits


def test_events_of_the_duel_are_redone_by_hand_from_their_explanations(duel: Sits) -> None:
    redone = {number: (kind, redo(kind, text)) for number, kind, text in pages(duel, "duel")}
    kinds = {kind for kind, _ in redone.values()}
    assert {
        "sits.SalvoLaunched",
        "sits.AttackArrived",
        "sits.LayerFought",
        "sits.WallMet",
        "sits.BeamFired",
        "sits.HitScored",
        "sits.BoxDestroyed",
        "sits.PulseCrossed",
        "sits.DotGained",
        "sits.FutureMarked",
        "sits.GridFilled",
        "sits.PivotBegun",
        "sits.ThrustBroke",
        "dice.Rolled",
    } <= kinds
    assert all(worked_out for _, worked_out in redone.values())


def test_lances_torpedoes_and_displacement_are_redone_by_hand_too(close: Sits) -> None:
    redone = [(kind, text, redo(kind, text)) for _, kind, text in pages(close, "close", 8)]
    assert {"sits.LanceFired", "sits.FutureDisplaced", "sits.SalvoLaunched", "sits.LayerFought"} <= {
        kind for kind, _, _ in redone
    }
    lances = [text for kind, text, _ in redone if kind == "sits.LanceFired"]
    assert all(
        "the number of the opposite box in the track, [14][16][19][23][30][40][55]: for box 1 from one end" in text
        for text in lances
    )
    assert any("Energy torpedoes, 2ET: reach 2, damage 250 each (card)." in text for _, text, _ in redone)


def test_a_number_that_is_another_one_is_found(duel: Sits) -> None:
    survived = []
    tried = 0
    for number, kind, text in pages(duel, "duel", 1):
        for at, line in enumerate(text.splitlines()):
            if not re.match(r"\d+\. ", line):
                continue
            spared = [found.span() for pattern in NOT_READ for found in re.finditer(pattern, line)]
            for found in re.finditer(r"\d+", line):
                if any(start <= found.start() < end for start, end in spared):
                    continue
                tried += 1
                changed = line[: found.start()] + str(int(found[0]) + 1) + line[found.end() :]
                lines = text.splitlines()
                lines[at] = changed
                try:
                    redo(kind, "\n".join(lines) + "\n")
                except (DoesNotFollowError, MissingError):
                    continue
                survived.append((number, kind, changed))
    assert survived == []
    assert tried > 200


@pytest.mark.parametrize(
    ("kind", "where", "line"),
    [
        ("sits.WallMet", "3d10v", "the table has no variance"),
        ("sits.BeamFired", "a segment is column", "no line reads "),
        ("sits.SalvoLaunched", "the way there is", "no line reads "),
        ("sits.PivotBegun", "The arc between them", "no line reads "),
        ("sits.LayerFought", "Kill chart", "no line reads "),
    ],
)
def test_a_needed_line_that_is_not_there_is_missed(duel: Sits, kind: str, where: str, line: str) -> None:
    text = next(text for _, its, text in pages(duel, "duel", 1) if its == kind)
    redo(kind, text)
    first, sentence, *rest = text.splitlines()
    with pytest.raises(MissingError) as missed:
        redo(kind, "\n".join([first, sentence, *(kept for kept in rest if where not in kept)]) + "\n")
    assert str(missed.value).startswith(line)


def test_the_script_reads_text_and_no_module_of_the_program() -> None:
    shared = Path(__file__).parent.parent / "shared"
    for part in ("redone", "events", "fire", "motion", "places", "avid"):
        name = "paper_avid" if part == "avid" else f"{part}_on_paper"
        imports = re.findall(
            r"^\s*(?:from|import) (\S+)", (shared / f"{name}.py").read_text(encoding="utf-8"), re.MULTILINE
        )
        assert not [module for module in imports if module.startswith(("sits_es", "commands", "projections"))]
