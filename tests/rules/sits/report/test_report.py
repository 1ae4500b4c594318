"""The report of SITS as the program asks for it."""

import subprocess
import sys

from sits_es.report import Stage, report_of
from sits_es.report.blocks import Block, Picture
from sits_es.report.scenes import AvidScene, MapScene
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.sits import SYSTEM
from tests.shared.view_samples import Facts

REPORT = report_of("sits")


def scenes(blocks: list[Block]) -> list[type]:
    return [type(block.scene) for block in blocks if isinstance(block, Picture)]


def test_a_board_has_a_map_and_in_detail_the_avid_of_every_ship(duel: Board) -> None:
    assert scenes([*REPORT.board(duel)]) == [MapScene]
    assert scenes([*REPORT.board(duel, detail=True)]) == [MapScene, AvidScene, AvidScene]
    assert scenes([*REPORT.board(duel, detail=True, player="ann")]) == [MapScene, AvidScene]
    assert REPORT.scene(duel) == next(block.scene for block in REPORT.board(duel) if isinstance(block, Picture))


def test_blocks_are_values(duel: Board, broadside: Facts) -> None:
    stage = Stage(label="2.5", before=duel, facts=broadside, after=duel, orders={"ann": ("Fearless: thrust 4",)})
    for one, other in (
        (REPORT.board(duel), REPORT.board(duel)),
        (REPORT.exchange(stage, SYSTEM.tell), REPORT.exchange(stage, SYSTEM.tell)),
        (REPORT.turn([stage], SYSTEM.tell), REPORT.turn([stage], SYSTEM.tell)),
        (REPORT.steps(broadside[:1], SYSTEM.tell), REPORT.steps(broadside[:1], SYSTEM.tell)),
    ):
        made = [*one]
        assert made == [*other]
        assert len({hash(block) for block in made}) > 1


def test_no_part_of_it_is_imported_before_it_is_asked_for() -> None:
    asked = (
        "import sys\nfrom sits_es.report import report_of\nreport_of('sits')\n"
        "print([name for name in sys.modules if name.startswith('sits_es.rules.sits.views.')])"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
