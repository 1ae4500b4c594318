"""When a game is over, and who has won."""

from sits_es.events import Coded
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.cards.unit_class import Kind
from sits_es.rules.sfb.ending.told import ENDINGS
from sits_es.rules.sfb.scenario.ending import outcome
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.system import Outcome
from tests.shared.rows import each_row


def unit(name: str, side: str, kind: Kind = "ship", gone: str | None = None, aboard: str | None = None) -> Unit:
    return Unit(
        name=name,
        unit_class="any",
        kind=kind,
        player=side,
        side=side,
        place=Place(),
        facing=Facing(),
        gone=gone,
        aboard=aboard,
    )


def board(*units: Unit, over: bool = False) -> Board:
    return Board(classes={}, turns=6, over=over, units={each.name: each for each in units})


LAST_SIDE = Outcome(winner="red", why=(Coded("last-side", ("red",)),))
NO_SIDE = Outcome(winner=None, why=(Coded("no-side"),))
TIME_UP = Outcome(winner=None, why=(Coded("time-up", (6,)),))


@each_row(
    ("at_hand", "ended"),
    [
        (board(unit("Kestrel", "red"), unit("Hawk", "blue")), None),
        (board(unit("Kestrel", "red"), unit("Hawk", "blue", gone="lost")), LAST_SIDE),
        (board(unit("Kestrel", "red"), unit("Gate", "blue", "base")), None),
        (board(unit("Kestrel", "red"), unit("Hawk", "blue", gone="lost"), unit("Wasp", "blue", "shuttle")), None),
        # mines and drones keep nobody in the game
        (board(unit("Kestrel", "red"), unit("Hawk", "blue", gone="lost"), unit("Mine", "blue", "mine")), LAST_SIDE),
        (board(unit("Kestrel", "red"), unit("Hawk", "blue", gone="lost"), unit("D", "blue", "seeking")), LAST_SIDE),
        # what is carried is left as long as its carrier is
        (board(unit("Kestrel", "red"), unit("Hawk", "blue"), unit("W", "blue", "shuttle", aboard="Hawk")), None),
        (
            board(
                unit("Kestrel", "red"), unit("Hawk", "blue", gone="lost"), unit("W", "blue", "shuttle", aboard="Hawk")
            ),
            LAST_SIDE,
        ),
        (board(unit("Kestrel", "red", gone="lost"), unit("Hawk", "blue", gone="lost")), NO_SIDE),
        # one side alone is an exercise
        (board(unit("Kestrel", "red"), unit("Heron", "red")), None),
        (board(unit("Kestrel", "red", gone="lost"), unit("Heron", "red", gone="lost")), NO_SIDE),
        (board(unit("Kestrel", "red"), unit("Hawk", "blue"), over=True), TIME_UP),
        (board(unit("Kestrel", "red"), unit("Heron", "red"), over=True), TIME_UP),
        (board(unit("Kestrel", "red"), unit("Hawk", "blue", gone="lost"), over=True), LAST_SIDE),
        (board(), None),
    ],
)
def test_a_game_ends_with_one_side_left_with_none_or_with_its_time(at_hand: Board, ended: Outcome | None) -> None:
    assert outcome(at_hand) == ended


@each_row("ended", [LAST_SIDE, NO_SIDE, TIME_UP])
def test_an_ending_has_a_code_with_its_values(ended: Outcome) -> None:
    assert all(why.fits(ENDINGS) for why in ended.why)
