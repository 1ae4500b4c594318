"""The narrative dice and their pools. Rule: base game, as published; rules.md, Dice."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.packaged import files
from sits_es.rules.starwars.sums.dice_in_words import (
    face_in_symbols,
    face_in_words,
    pool_in_symbols,
    read_faces,
    result_in_words,
)
from sits_es.rules.starwars.sums.narrative_dice import (
    DIE_SIDES,
    FACES,
    KINDS,
    Pool,
    Result,
    face_of,
    opposed_by,
    pool_of,
    read_pool,
    result_of,
)
from tests.shared.rows import each_row

POOLS = st.builds(Pool, *[st.integers(0, 5)] * 6)

#: How often each symbol is printed on a die of each kind; of the faces, those that are blank.
PRINTED = {
    "boost": {"blank": 2, "s": 2, "a": 4},
    "setback": {"blank": 2, "f": 2, "t": 2},
    "ability": {"blank": 1, "s": 5, "a": 5},
    "difficulty": {"blank": 1, "f": 4, "t": 6},
    "proficiency": {"blank": 1, "s": 9, "a": 8, "triumph": 1},
    "challenge": {"blank": 1, "f": 8, "t": 8, "despair": 1},
}


@each_row("kind", KINDS)
def test_each_die_has_the_published_number_of_each_symbol(kind: str) -> None:
    found: Counter[str] = Counter()
    for face in FACES[kind]:
        found.update([face] if face in {"blank", "triumph", "despair"} else face)
    assert found == PRINTED[kind]


def test_dice_have_six_eight_and_twelve_sides_and_their_faces_are_in_the_printed_order() -> None:
    assert DIE_SIDES == {"ability": 8, "proficiency": 12, "boost": 6, "difficulty": 8, "challenge": 12, "setback": 6}
    assert tuple(DIE_SIDES) == KINDS
    assert [face_of("boost", index) for index in range(6)] == ["blank", "blank", "s", "sa", "aa", "a"]
    assert face_of("proficiency", 11) == "triumph"


@each_row(
    ("faces", "result"),
    [
        ("ability:sa proficiency:triumph difficulty:tt challenge:despair", Result(1, -1, 1, 1)),
        ("ability:ss difficulty:ff", Result(0, 0)),
        ("ability:s difficulty:ff", Result(-1, 0)),
        ("proficiency:triumph", Result(1, 0, 1)),  # a triumph is a success too
        ("challenge:despair", Result(-1, 0, 0, 1)),  # a despair is a failure too
        ("proficiency:triumph challenge:despair", Result(0, 0, 1, 1)),  # and neither takes the other away
        ("boost:aa setback:t", Result(0, 1)),
        ("boost:blank", Result()),
    ],
)
def test_successes_and_failures_cancel_and_so_do_advantage_and_threat(faces: str, result: Result) -> None:
    assert result_of(read_faces(faces)) == result


@each_row(("success", "succeeds"), [(1, True), (0, False), (-1, False)])
def test_a_check_succeeds_with_one_success_left(success: int, succeeds: bool) -> None:
    assert Result(success).succeeds is succeeds


@each_row(
    ("before", "times", "after"),
    [
        (Pool(ability=2), 1, Pool(ability=1, proficiency=1)),
        (Pool(ability=2), 2, Pool(proficiency=2)),
        (Pool(ability=2), 3, Pool(ability=1, proficiency=2)),  # none to turn: one is added
        (Pool(ability=2), 4, Pool(proficiency=3)),  # which the next upgrade turns
        (Pool(), 1, Pool(ability=1)),
        (Pool(boost=1, setback=2), 2, Pool(proficiency=1, boost=1, setback=2)),
    ],
)
def test_an_upgrade_turns_an_ability_die_or_adds_one(before: Pool, times: int, after: Pool) -> None:
    assert before.upgraded(times) == after
    swapped = Pool(difficulty=before.ability, boost=before.boost, setback=before.setback)
    turned = Pool(difficulty=after.ability, challenge=after.proficiency, boost=after.boost, setback=after.setback)
    assert swapped.upgraded_difficulty(times) == turned


@given(pool=POOLS, one=st.integers(0, 9), two=st.integers(0, 9))
def test_upgrades_come_one_at_a_time_and_each_is_worth_the_same(pool: Pool, one: int, two: int) -> None:
    assert pool.upgraded(one).upgraded(two) == pool.upgraded(one + two)
    assert pool.upgraded(0) == pool
    upgraded = pool.upgraded(one)
    assert upgraded.ability + 2 * upgraded.proficiency == pool.ability + 2 * pool.proficiency + one
    assert pool.upgraded(one).upgraded_difficulty(two) == pool.upgraded_difficulty(two).upgraded(one)


@given(larger=st.integers(0, 9), smaller=st.integers(0, 9))
def test_the_larger_number_is_the_dice_and_the_smaller_how_many_are_upgraded(larger: int, smaller: int) -> None:
    larger, smaller = max(larger, smaller), min(larger, smaller)
    assert pool_of(larger, smaller) == pool_of(smaller, larger) == Pool(ability=larger - smaller, proficiency=smaller)
    assert opposed_by(smaller, larger) == Pool(difficulty=larger - smaller, challenge=smaller)


@given(one=POOLS, other=POOLS)
def test_pools_add_up_kind_by_kind(one: Pool, other: Pool) -> None:
    together = one + other
    assert together.counts == tuple(mine + theirs for mine, theirs in zip(one.counts, other.counts, strict=True))
    assert Counter(together.dice()) == Counter(one.dice()) + Counter(other.dice())
    assert tuple(together.by_kind()) == KINDS
    assert tuple(together.by_kind().values()) == together.counts


def test_a_pool_has_no_dice_below_0_and_no_upgrades_below_0() -> None:
    with pytest.raises(ValueError, match="no dice below 0"):
        Pool(boost=-1)
    with pytest.raises(ValueError, match="0 times or more: -1"):
        Pool().upgraded(-1)


@given(POOLS)
def test_a_pool_is_read_as_it_is_written(pool: Pool) -> None:
    assert read_pool(str(pool)) == pool


def test_a_pool_is_read_in_any_order_and_case_with_repeats_added() -> None:
    assert read_pool("1 Difficulty, 2 ABILITY 1 ability") == Pool(ability=3, difficulty=1)
    assert str(Pool()) == "no dice"


@each_row(
    ("text", "problems"),
    [
        ("", ["The pool is empty. Write how many dice of each kind, such as 2 ability 1 boost."]),
        ("ability", ['"ability" has no number of dice before it. Write it like this: 2 ability.']),
        (
            "1 2 ability 3",
            [
                '"1" has no kind of dice after it. Write it like this: 2 ability.',
                '"3" has no kind of dice after it. Write it like this: 2 ability.',
            ],
        ),
        ("-1 ability", ['"-1 ability" is below 0. Write 0 to 99.']),
        ("99 boost 1 boost", ["That is too many boost dice. Write 99 or fewer."]),
        ("123456789 setback", ["That is too many setback dice. Write 99 or fewer."]),
        (
            "1 abilty",
            [
                (
                    "There is no kind of dice abilty. Did you mean ability? Kinds of dice: ability, proficiency, "
                    "boost, difficulty, challenge, setback."
                )
            ],
        ),
    ],
)
def test_every_fault_of_a_pool_is_named(text: str, problems: list[str]) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_pool(text)
    assert list(refused.value.problems) == problems


@each_row("kind", KINDS)
def test_each_face_is_read_by_its_letters_and_no_other_face_of_another_die(kind: str) -> None:
    every = {face for faces in FACES.values() for face in faces}
    for face in every:
        if face in FACES[kind]:
            ((read, index),) = read_faces(f"{kind.upper()}:{face}")
            assert (read, face_of(read, index)) == (kind, face)
        else:
            with pytest.raises(UnreadableError, match=f'{kind} dice have no face "{face}"'):
                read_faces(f"{kind}:{face}")


@each_row(
    ("text", "problems"),
    [
        ("", ["There are no dice. Write each die with its face, such as ability:sa difficulty:blank."]),
        ("sa", ['"sa" is not a die and its face. Write it like this: ability:sa.']),
        (
            "ability:ff boots:s",
            [
                '"ability:ff": ability dice have no face "ff". They have blank, s, ss, a, sa and aa.',
                (
                    "There is no kind of dice boots. Did you mean boost? Kinds of dice: ability, proficiency, boost, "
                    "difficulty, challenge, setback."
                ),
            ],
        ),
    ],
)
def test_every_fault_of_thrown_dice_is_named(text: str, problems: list[str]) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_faces(text)
    assert list(refused.value.problems) == problems


@each_row(
    ("face", "words", "symbols", "letters"),
    [
        ("blank", "blank", "·", "-"),
        ("s", "success", "✓", "s"),
        ("ss", "2 successes", "✓✓", "ss"),
        ("sa", "success and advantage", "✓▲", "sa"),
        ("aa", "2 advantage", "▲▲", "aa"),
        ("ff", "2 failures", "✗✗", "ff"),
        ("ft", "failure and threat", "✗▼", "ft"),
        ("tt", "2 threat", "▼▼", "tt"),
        ("triumph", "triumph", "★", "T"),
        ("despair", "despair", "⊗", "D"),
    ],
)
def test_a_face_is_told_in_words_symbols_and_letters(face: str, words: str, symbols: str, letters: str) -> None:
    assert face_in_words(face) == words
    assert face_in_symbols(face) == symbols
    assert face_in_symbols(face, ascii_only=True) == letters


def test_a_pool_is_drawn_with_a_character_for_each_die_own_dice_and_others_apart() -> None:
    assert pool_in_symbols(Pool(2, 1, 1, 2, 1, 1)) == "◆◆⬢■ ◇◇⬡□"
    assert pool_in_symbols(Pool(2, 1, 1, 2, 1, 1), ascii_only=True) == "AAPB DDCS"
    assert pool_in_symbols(Pool(difficulty=2)) == "◇◇"
    assert pool_in_symbols(Pool()) == ""


@each_row(
    ("result", "words"),
    [
        (Result(), "nothing"),
        (Result(1, -1, 1, 1), "1 success, 1 threat, 1 triumph, 1 despair"),
        (Result(-2, 3, 2, 2), "2 failures, 3 advantage, 2 triumphs, 2 despair"),
    ],
)
def test_a_result_is_told_by_what_is_left(result: Result, words: str) -> None:
    assert result_in_words(result) == words


@pytest.mark.parametrize("kind", FACES)
def test_the_rules_list_the_faces_of_each_die_in_their_order(kind: str) -> None:
    page = files("sits_es.rules.starwars").joinpath("rules.md").read_text(encoding="utf-8")
    assert f"\n- {kind}: {', '.join(FACES[kind])} (base game).\n" in page
