"""What can be an anchor: ships that lay webs, bases, large and solid bodies, and whoever is one already."""

from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.orders.check import problems
from sits_es.rules.sfb.procedure import weave
from sits_es.rules.sfb.webs.facts import StrandLaid, WebOrdered
from tests.rules.sfb.boards import at_work, board, of, play, unit, web


def on() -> Board:
    return board(
        unit("Ada", card="Weaver"),
        unit("Bea", "0,0,1", card="Weaver"),
        unit("Hub", "0,1,0", card="Station"),
        unit("Hawk", "1,0,0"),
        unit("Wasp", "1,0,0", card="Fighter"),
    )


def said(there: Board, anchor: str) -> list[str]:
    order = WebOrdered(unit="Ada", to=anchor, power=60_000)
    return [problem.message for problem in problems(there, 1, order, [order])]


def test_weavers_and_bases_hold_webs_and_other_ships_and_shuttles_do_not() -> None:
    assert said(on(), "Bea") == said(on(), "Hub") == []
    for other in ("Hawk", "Wasp"):
        assert said(on(), other) == [
            f"Ada: {other} cannot hold a web. Only bases and ships that lay webs can (G10.211).",
        ]


def test_a_ship_that_is_an_anchor_already_holds_another_strand() -> None:
    there = on()
    there.webs["web-1"] = web("web-1", "Bea", "Hawk")
    assert said(there, "Hawk") == []
    facts = play(at_work(there, WebOrdered(unit="Ada", to="Hawk", power=60_000)), 1, weave)
    assert [(fact.web, fact.one, fact.other) for fact in of(facts, StrandLaid)] == [("web-1", "Ada", "Hawk")]


def test_a_name_that_a_web_has_already_is_not_given_again() -> None:
    there = on()
    there.webs["web-2"] = web("web-2", "Hub", "Bea")
    there.webs_made = 1
    facts = play(at_work(there, WebOrdered(unit="Ada", to="Hub", power=60_000)), 1, weave)
    assert [fact.web for fact in of(facts, StrandLaid)] == ["web-2"]  # Hub holds it: it is added to
    there.webs["web-2"].strands = ()
    facts = play(at_work(there, WebOrdered(unit="Ada", to="Bea", power=60_000)), 1, weave)
    assert [fact.web for fact in of(facts, StrandLaid)] == ["web-3"]
