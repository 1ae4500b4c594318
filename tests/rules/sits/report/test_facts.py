from attrs import evolve

from sits_es.dice import DiceRolled
from sits_es.game.story import tell
from sits_es.rules import system
from sits_es.rules.sits.damage.facts import HitScored
from sits_es.rules.sits.words import dice_text, of, roll_in_words
from tests.shared.rows import each_row
from tests.shared.view_samples import Facts


def _roll(*faces: int, index: int = 0) -> DiceRolled:
    return DiceRolled(actor="Sirius", purpose="ECM variance", object="salvo", index=index, sides=10, faces=faces)


@each_row(
    ("roll", "about", "text"),
    [
        (_roll(5, 5, 0), "", "dice 5,5|0 (Sirius, ECM variance, salvo)"),  # the key pair before the bar
        (_roll(5, 5, 0), "salvo", "dice 5,5|0 (Sirius, ECM variance)"),
        (_roll(0, index=3), "salvo", "dice 0 (Sirius, ECM variance, roll 4)"),
        (_roll(1, 2), "other", "dice 1,2 (Sirius, ECM variance, salvo)"),
    ],
)
def test_dice_are_told_as_thrown_with_the_name_of_the_roll(roll: DiceRolled, about: str, text: str) -> None:
    assert dice_text((roll,), about) == text


@each_row(
    ("purpose", "index", "which"),
    [
        ("hit row", 1, "hit 1"),  # counted from 1
        ("repair", 0, ""),
        ("repair", 1, "attempt 2"),
        ("explosion", 4, "structure box 5"),
        ("miracle card", 1, "card 2"),
    ],
)
def test_rolls_for_one_purpose_are_numbered_by_what_they_are_for(purpose: str, index: int, which: str) -> None:
    roll = evolve(_roll(0, index=index), purpose=purpose)
    assert roll_in_words(roll) == which
    assert tell(roll, system("sits")) == f"Sirius rolls 1d10 for {purpose} (salvo){', ' * bool(which)}{which}: 0."


def test_several_rolls_are_told_one_after_the_other() -> None:
    assert dice_text((_roll(1), _roll(2)), "salvo") == "dice 1 (Sirius, ECM variance); dice 2 (Sirius, ECM variance)"


def test_facts_of_one_class_come_in_order(broadside: Facts) -> None:
    assert [hit.number for hit in of(broadside, HitScored)] == [1, 2]
