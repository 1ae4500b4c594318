"""What Star Wars hex combat shows: boards, slots roll by roll, rounds, luck, and what differs."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve

from sits_es.dice import DiceRolled, ScriptedDice
from sits_es.events import Event
from sits_es.game.events import ExchangeOpened, SegmentClosed
from sits_es.report import Stage, report_of
from sits_es.report.blocks import Picture
from sits_es.rules.starwars.attacks.facts import FireOrdered
from sits_es.rules.starwars.board import Board, copied
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.flying.facts import FlyOrdered
from sits_es.rules.starwars.harm.facts import TraumaEntered
from sits_es.rules.starwars.slots import course
from sits_es.rules.starwars.slots.rules import carry_out
from sits_es.rules.starwars.starwars import SYSTEM
from sits_es.rules.starwars.views.dice import average
from sits_es.space.hexes import Position
from tests.shared.sfb_runs import section
from tests.shared.starwars_samples import board
from tests.shared.view_samples import lines_of

REPORT = report_of("starwars")


def played(before: Board, *orders: OfStarship, faces: Sequence[int] = ()) -> Stage:
    """An exchange carried out. faces: what each die shows, 0 up, in the order thrown; none need to be thrown."""
    work = copied(before)
    for order in orders:
        order.apply(work)
    found: list[Event] = [*orders]
    by_player: dict[str, list[OfStarship]] = {}
    for order in orders:
        by_player.setdefault(before.starships[order.starship].player, []).append(order)
    found += carry_out(work, by_player, ScriptedDice(faces))
    course.advance(work)
    return Stage(label="2.1", before=before, facts=found, after=work)


def flight_and_attack() -> Stage:
    """Kestrel flies through Shoals, then fires at Raider: 1 boost die was agreed on, and every die shows something."""
    there = board()
    there.starships["Raider"].place = Position(1, -3)
    fly = FlyOrdered(starship="Kestrel", steps=("F", "F"))
    fire = FireOrdered(starship="Kestrel", weapon="forward-lasers", target="Raider", boost=1, zone="starboard")
    # ability, 2 proficiency, 1 challenge, 2 setback; 2 ability, 1 proficiency, boost, 2 difficulty
    return played(there, fly, fire, faces=(6, 5, 2, 5, 0, 0, 3, 6, 11, 2, 1, 3))


def test_a_slot_is_told_with_its_flight_step_by_step() -> None:
    lines = lines_of(REPORT.exchange(flight_and_attack(), SYSTEM.tell))
    assert lines[0].startswith("Round 2, slot 1: Kestrel (Blue) ")
    assert section(lines, "Orders")[0] == "  Blue (anna)"
    at = lines.index("What happens")
    assert lines[at + 1 : at + 5] == [
        "  Kestrel flies F F: 2 hexes for 2 movement, to 0,-2, facing A.",
        "      The starship begins in 0,0, facing A.",
        "    1 F: it enters 0,-1 (Shoals, asteroid field); movement so far 1.",
        "    2 F: it enters 0,-2; movement so far 2.",
    ]


def test_a_roll_is_drawn_in_symbols_and_words_with_the_reason_for_every_die() -> None:
    lines = lines_of(REPORT.exchange(flight_and_attack(), SYSTEM.tell))
    at = lines.index("  Kestrel's Gunnery check against Raider:")
    assert lines[at + 1 : at + 15] == [
        "    Pool    ◆◆⬢■ ◇◇  2 ability 1 proficiency 1 boost 2 difficulty",
        "            ◆◆⬢      Kestrel's agility 3 and Gunnery 1: 3 dice, 1 of them",
        "                     upgraded",
        "            ◆◆⬢ ◇◇   silhouette 3 fires at silhouette 3: 2 difficulty dice",
        "            ◆◆⬢■ ◇◇  agreed on with the order: 1 boost die",
        "    Dice    ◆✓✓ ◆✓▲ ⬢★ ■✓ ◇✗ ◇▼",
        "            ability: 2 successes, success and advantage; proficiency: triumph;",
        "            boost: success; difficulty: failure, threat",
        "    Net     5 successes less 1 failure; 1 advantage less 1 threat; 1 triumph,",
        "            counted as a success too.",
        "    Result  It succeeds: 4 successes, 1 triumph.",
        "  Raider suffers 7 hull trauma from Kestrel's forward-lasers (9 damage less 2",
        "    for armour); its total is 11.",
        "  Raider is lost: its hull trauma is beyond its threshold.",
    ]


def test_symbols_are_letters_where_a_page_can_show_nothing_else() -> None:
    told = "\n".join(lines_of(REPORT.exchange(flight_and_attack(), SYSTEM.tell), ascii_only=True))
    assert told.isascii()
    assert "Pool    AAPB DD  2 ability 1 proficiency 1 boost 2 difficulty" in told
    assert "Dice    A:ss A:sa P:T B:s D:f D:t" in told


def test_what_can_be_spent_is_told_with_what_a_critical_hit_costs() -> None:
    there = board()
    there.starships["Raider"].place, there.starships["Raider"].trauma = Position(0, -2), 0
    fire = FireOrdered(starship="Kestrel", weapon="forward-lasers", target="Raider", zone="starboard")
    lines = lines_of(REPORT.exchange(played(there, fire, faces=(6, 6, 6, 0, 0)), SYSTEM.tell))
    assert section(lines, "To spend") == [
        "  anna, for Kestrel, can spend 3 advantage from the Gunnery check.",
        "  A critical hit on Raider with forward-lasers costs 3 advantage or 1 triumph.",
    ]


def test_where_nothing_is_spent_the_report_says_so() -> None:
    there = evolve(board(), stage="spend")
    stage = Stage(label="2.1-spend", before=there, facts=(), after=evolve(there, stage="act"))
    assert lines_of(REPORT.exchange(stage, SYSTEM.tell))[1:] == ["  Nothing is spent."]


def test_initiative_is_told_with_the_dice_of_each_starship() -> None:
    there = evolve(board(), stage="initiative", order=(), turn=1)
    for starship in there.starships.values():
        starship.initiative = (1, 0, 0)
    lines = lines_of(REPORT.exchange(played(there, faces=(1, 6, 0, 3)), SYSTEM.tell))
    assert section(lines, "What happens") == [
        "  1       Wren: 2 successes  ◆✓✓",
        "  2       Kestrel: 1 success, 1 advantage  ◆✓▲",
        "  3       Corvette: 1 success  ◆✓",
        "  4       Raider: nothing  ◆·",
        "  Whoever has the most successes acts first; ties go by advantage, then by name.",
    ]


def test_what_players_entered_is_told_line_by_line() -> None:
    entered = TraumaEntered(starship="Raider", change=3)
    stage = Stage(label="2.1", before=board(), facts=(entered,), after=board())
    assert lines_of(REPORT.exchange(stage, SYSTEM.tell))[1:] == [
        "  Raider's hull trauma goes up by 3, as entered by its player."
    ]


def test_a_round_tells_each_slot_in_short_and_shows_the_map() -> None:
    blocks = [*REPORT.turn([flight_and_attack()], SYSTEM.tell)]
    lines = lines_of(blocks)
    assert lines[0].startswith("Round 2 ")
    assert lines[1] == "   1  Kestrel flies F F: 2 hexes for 2 movement, to 0,-2, facing A."
    assert any(isinstance(block, Picture) for block in blocks)


def test_several_rounds_have_a_heading_each_and_none_is_told_as_nothing() -> None:
    one = flight_and_attack()
    next_round = Stage(label="3.1", before=evolve(one.before, turn=3), facts=one.facts, after=one.after)
    lines = lines_of(REPORT.turn([one, next_round], SYSTEM.tell))
    assert lines[0].startswith("Rounds 2 to 3 ")
    assert "Round 3" in lines
    assert lines_of(REPORT.turn([], SYSTEM.tell)) == ["Nothing has been played."]


def test_facts_stand_under_what_they_belong_to() -> None:
    lines = lines_of(REPORT.steps(flight_and_attack().facts, lambda fact: type(fact).__name__))
    assert [line.split()[0] for line in lines if "──" in line] == ["Orders", "Flight", "Attack"]
    closing = (SegmentClosed(turn=1, segment=2), ExchangeOpened(turn=1, segment=4))
    ends = lines_of(REPORT.steps(closing, lambda fact: type(fact).__name__))
    assert [line.split(" ─")[0].strip() for line in ends] == ["What follows", "SegmentClosed", "ExchangeOpened"]


def test_luck_is_reckoned_by_symbols_against_the_exact_average() -> None:
    assert average("ability", "success") == (Fraction(5, 8), Fraction(31, 64))
    assert average("setback", "advantage") == (Fraction(-1, 3), Fraction(2, 9))
    rolls = [
        DiceRolled(actor="Kestrel", purpose="gunnery: ability", object="Raider", index=0, sides=8, faces=(6,)),
        DiceRolled(actor="Kestrel", purpose="gunnery: setback", object="Raider", index=0, sides=6, faces=(4,)),
        DiceRolled(actor="Kestrel", purpose="critical hit", object="Raider", index=0, sides=100, faces=(4,)),
        DiceRolled(actor="Nobody", purpose="gunnery: ability", object="Raider", index=0, sides=8, faces=(6,)),
    ]
    found = REPORT.luck(rolls, board()) or ()
    assert [(each.player, each.kind, each.rolls, each.observed, each.mean) for each in found] == [
        ("anna", "gunnery, success", 2, 1, Fraction(5, 8) - Fraction(1, 3)),
        ("anna", "gunnery, advantage", 2, 0, Fraction(5, 8) - Fraction(1, 3)),
    ]


def test_what_to_try_names_the_game() -> None:
    assert all("ambush" in command for command, _ in REPORT.to_try("ambush"))
    assert all(len(why) <= 28 for _, why in REPORT.to_try("ambush"))
