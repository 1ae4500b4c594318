"""A roll made again from its seed: every block of bytes that it needed is shown, in full."""

from __future__ import annotations

import hashlib
import hmac

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.service.explanation import SeededRoll, roll_from_seed

SEED = hashlib.sha256(b"a seed that nobody chose alone").digest()


def thrown(number: int, sides: int, index: int = 0, *, faces: tuple[int, ...] | None = None) -> SeededRoll:
    """A roll of so many dice as the record has it, made again."""
    rolled = DiceRolled(actor="Kestrel", purpose="hits", object="Raider", index=index, sides=sides, faces=())
    made = KeyedDice(SEED, "duel", 2, 3).throw(rolled.key, number, sides) if faces is None else faces
    fact = DiceRolled(actor="Kestrel", purpose="hits", object="Raider", index=index, sides=sides, faces=made)
    return roll_from_seed(system("sits"), 12, fact, SEED.hex(), "duel", Moment(2, 3))


def by_hand(roll: SeededRoll) -> list[int]:
    """The faces, from the messages alone."""
    faces: list[int] = []
    for block in roll.blocks:
        digest = hmac.digest(SEED, block.message.encode(), hashlib.sha256)
        assert block.digest == digest.hex()
        assert bytes(block.numbers) == digest[: len(block.numbers)]
        faces += [byte % roll.fact.sides for byte in block.numbers if byte < roll.limit]
    return faces


def test_three_dice_need_one_block_and_show_no_more_bytes_than_they_took() -> None:
    roll = thrown(3, 10)
    assert len(roll.blocks) == 1
    assert tuple(by_hand(roll)) == roll.fact.faces == roll.blocks[0].faces
    assert roll.blocks[0].numbers[-1] < roll.limit == 250
    assert roll.same


def test_forty_dice_need_a_second_block_and_show_it_too() -> None:
    roll = thrown(40, 6)
    assert len(roll.blocks) == 2
    assert [block.message[-3:] for block in roll.blocks] == [",0]", ",1]"]
    assert len(roll.blocks[0].numbers) == 32
    assert tuple(by_hand(roll)) == roll.fact.faces
    assert roll.same


def test_a_byte_passed_over_makes_room_for_a_second_block() -> None:
    # 129 sides: every byte from 129 up is passed over, about half of them
    roll = thrown(20, 129)
    assert len(roll.blocks) > 1
    assert tuple(by_hand(roll)) == roll.fact.faces


def test_the_last_byte_of_a_block_can_be_the_last_that_is_needed() -> None:
    roll = thrown(32, 256)
    assert (len(roll.blocks), len(roll.blocks[0].numbers), roll.limit) == (1, 32, 256)
    assert len(thrown(33, 256).blocks) == 2


def test_a_roll_is_told_line_by_line_as_it_is_redone() -> None:
    # the third roll of this name passes a byte of 250 or more over
    index = next(at for at in range(99) if max(thrown(3, 10, at).blocks[0].numbers) >= 250)
    roll = thrown(3, 10, index)
    digest, numbers, faces = roll.blocks[0].digest, roll.blocks[0].numbers, ", ".join(map(str, roll.fact.faces))
    (passed,) = [number for number in numbers if number >= 250]
    took = f"bytes {', '.join(map(str, numbers))}, without {passed} (250 and above are skipped)"
    assert list(roll.lines())[1:] == [
        ("HMAC-SHA-256 with the seed as its key, in hexadecimal:", 2),
        (SEED.hex(), 4),
        ("block 0, message and digest:", 2),
        (f'["duel",2,3,"Kestrel","hits","Raider",{index},0]', 4),
        (digest, 4),
        (f"{took}; each modulo 10: {faces}", 4),
    ]


def test_a_record_that_the_seed_does_not_give_is_called_so() -> None:
    roll = thrown(3, 10, faces=(9, 9, 9))
    assert not roll.same
    assert ("the record has 3d10 = 9, 9, 9, which is NOT what the seed gives", 2) in roll.lines()
    assert roll.as_json()["recomputed"] is False


def test_programs_are_told_each_block() -> None:
    told = thrown(40, 6).as_json()
    assert [sorted(block) for block in told["hmac"]] == [["bytes", "digest", "faces", "key", "message"]] * 2
    assert [face for block in told["hmac"] for face in block["faces"]] == told["faces"]
    assert told["passed_over_from"] == 252
