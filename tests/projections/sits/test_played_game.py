"""The read models of a game played out by the rules agree with the board that the rules keep."""

from collections.abc import Iterator

import pytest
from sqlite_utils import Database

from projections.read_models import open_read_models
from sits_es.game.fold import Fold
from sits_es.game.play import Given, first_facts, play_exchange
from sits_es.game.state import Game
from sits_es.orders.frame import read_sheet
from sits_es.rules import system
from sits_es.rules.sits.sums.movement_grid import fill_grid
from sits_es.rules.sits.sums.tracks import rating
from sits_es.store import GameStore

ORDERS = """
game duel
turn {turn}
player {player}
ship {ship}
  1-8 launch port 2 salvoes at {target}
  1-8 fire port-graser at {target}
  1-8 fire port-laser at {target}
  1   thrust 4
  2   roll starboard 1
  3   pivot to B+
  5   thrust 0
  1-8 decoy 1 if launched at
  break repair ecm
"""


Played = tuple[Database, Game]


@pytest.fixture(scope="module")
def played() -> Iterator[Played]:
    """A duel fought with the same orders every turn until it is over, and its read models."""
    rules = system("sits")
    facts = first_facts("duel", rules, rules.setup(rules.bundled()["duel"].text, "duel", {}))
    fold = Fold().add_all(facts)
    ships = {player: rules.units(fold.game.board, player) for player in fold.game.players}
    with GameStore.open(":memory:") as store:
        head = store.append("duel", facts, after=-1)
        while fold.game.ended is None and fold.game.moment.turn < 4:
            moment = fold.game.moment
            given = []
            for number, player in enumerate(sorted(ships)):
                (ship,) = ships[player]
                (target,) = next(others for side, others in ships.items() if side != player)
                text = ORDERS.format(turn=moment.turn, player=player, ship=ship, target=target)
                forms = read_sheet(text, rules.language).at(moment.segment)
                given.append(Given(player=player, forms=forms, lines=(), nonce=bytes([number]) * 32))
            facts = play_exchange(fold.game, given).facts
            head = store.append("duel", facts, after=head.version)
            fold.add_all(facts)
        with open_read_models(":memory:", store) as db:
            yield db, fold.game


def test_damage_tracks_show_the_boards_marks_and_ratings(played: Played) -> None:
    db, game = played
    shown = {(row["ship"], row["track"]): (row["marks"], row["rating"]) for row in db.table("sits_damage_tracks").rows}
    board = game.board
    assert shown == {
        (name, track): (marks, rating(board.class_of(ship), ship, track))
        for name, ship in board.ships.items()
        for track, marks in ship.boxes.items()
    }
    assert any("x" in marks for marks, _ in shown.values())


def test_the_map_of_the_exchange_at_hand_shows_the_ships_where_the_board_has_them(played: Played) -> None:
    db, game = played
    last = max((row["turn"], row["segment"]) for row in db.table("sits_map").rows)
    shown = {
        row["ship"]: (row["q"], row["r"], row["altitude"], row["nose"], row["roll"], row["vectors"])
        for row in db.table("sits_map").rows_where("turn = ? AND segment = ?", last)
    }
    assert shown == {
        ship.name: (
            ship.position.q,
            ship.position.r,
            ship.position.altitude,
            ship.attitude.nose,
            ship.attitude.roll,
            str(ship.vectors),
        )
        for ship in game.board.standing()
    }


def test_the_grid_in_force_is_the_one_of_the_ships_vectors(played: Played) -> None:
    db, game = played
    shown: dict[str, list[str]] = {}
    for row in db.table("sits_movement_grids").rows_where("in_force = 1", order_by="ship, row"):
        shown.setdefault(row["ship"], []).append(row["move"])
    board = game.board
    assert shown == {
        ship.name: [str(move) for move in fill_grid(ship.vectors, board.tables).moves] for ship in board.standing()
    }


def test_the_list_of_games_tells_how_it_ended(played: Played) -> None:
    db, game = played
    row = db.table("games").get("duel")
    assert (row["status"], row["outcome"]) == (("over", game.ended) if game.ended else ("playing", None))


def test_every_sentence_is_one_line_of_plain_text(played: Played) -> None:
    db, _ = played
    for row in db.table("audit_log").rows:
        sentence = row["sentence"]
        assert sentence.isprintable()
        assert sentence.endswith(".")
        assert "  " not in sentence
        # a refusal names every reason and what is allowed
        assert len(sentence) < 240 or row["name"] == "sits.OrderVoided"
