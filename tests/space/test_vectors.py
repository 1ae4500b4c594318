"""Vectors and their consolidation: sits rules 1; card, "Resolve Vectors 180 Degrees Apart"."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.space.hexes import STILL, HexVector
from sits_es.space.vectors import ORDER, Vectors, consolidate, read_flat_vector, read_vectors, vectors_in_words
from tests.shared.rows import each_row

vectors = st.builds(Vectors, st.tuples(*[st.integers(0, 40)] * len(ORDER)))
motions = st.builds(HexVector, a=st.integers(-60, 60), c=st.integers(-60, 60), up=st.integers(-60, 60))


@each_row(
    ("text", "counts"),
    [
        ("4A 6B 1+", (4, 6, 0, 0, 0, 0, 1, 0)),  # the flyer's ship
        ("3e 5f 1a 3b 2+", (1, 3, 0, 0, 3, 5, 2, 0)),
        ("2B 1B, 3-", (0, 3, 0, 0, 0, 0, 0, 3)),
        ("1A 1D 1+ 1-", (1, 0, 0, 1, 0, 0, 1, 1)),
        ("0A", (0,) * 8),
        ("9999F", (0, 0, 0, 0, 0, 9999, 0, 0)),
        ("still", (0,) * 8),
        (" STILL ", (0,) * 8),
        ("", (0,) * 8),
    ],
)
def test_vectors_are_read_in_any_order_and_case_and_repeats_are_added(text: str, counts: tuple[int, ...]) -> None:
    assert read_vectors(text) == Vectors(counts)


DIRECTION = "Write one of A B C D E F + - after the number, such as"


@each_row(
    ("text", "refusals"),
    [
        ("4J", [f'"4J" (column 1) names no direction. {DIRECTION} 4A.']),
        ("-3A", ['"-3A" (column 1) is below 0. For 3 the other way, write 3D.']),
        ("-2+", ['"-2+" (column 1) is below 0. For 2 the other way, write 2-.']),
        ("7", [f'"7" (column 1) has no direction. {DIRECTION} 7A.']),
        ("3A 7", [f'"7" (column 4) has no direction. {DIRECTION} 7A.']),
        ("3A b", ['"b" (column 4) has no number. Write how many hexes, such as 1B.']),
        ("+3", ['"+3" (column 1) has its direction in front. Write the number first: 3+.']),
        ("3A1b", ['"3A1b" (column 1) is several vectors in one word. Put spaces between them: 3A 1B.']),
        ("12345c", ['"12345c" (column 1) is too many hexes. Write 0 to 9999, such as 9999C.']),
        (
            "2A still",
            ['"still" (column 4) means no motion, so it must stand alone. Take the word out, or write nothing else.'],
        ),
        ("1.5A", ['"1.5A" (column 1) is not a vector. Write a number and one of A B C D E F + -, such as 4A.']),
        ("\u0663A", ['"\u0663A" (column 1) is not a vector. Write a number and one of A B C D E F + -, such as 4A.']),
        (
            "4J 2A  7",
            [
                f'"4J" (column 1) names no direction. {DIRECTION} 4A.',
                f'"7" (column 8) has no direction. {DIRECTION} 7A.',
            ],
        ),
    ],
)
def test_every_bad_word_is_named_with_its_column_and_what_is_right(text: str, refusals: list[str]) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_vectors(text)
    assert list(refused.value.problems) == refusals


@each_row("text", ["3A 2C", "2c, 3a", "0A", "", "still", "5B 1D"])
def test_a_way_on_a_flat_map_is_read_as_vectors_are(text: str) -> None:
    assert read_flat_vector(text) == read_vectors(text).net()


FLAT = "leads up or down, but the map is flat. Write a number and one of A B C D E F, such as 4A."


@each_row(
    ("text", "refusals"),
    [
        ("2A 1+", [f'"1+" (column 4) {FLAT}']),
        ("1+ 1-", [f'"1+" (column 1) {FLAT}', f'"1-" (column 4) {FLAT}']),
        ("+", [f'"+" (column 1) {FLAT}']),
        ("-3", [f'"-3" (column 1) {FLAT}']),
        ("-2+", [f'"-2+" (column 1) {FLAT}']),
        ("7", ['"7" (column 1) has no direction. Write one of A B C D E F after the number, such as 7A.']),
        ("4J", ['"4J" (column 1) names no direction. Write one of A B C D E F after the number, such as 4A.']),
        ("up", ['"up" (column 1) is not a vector. Write a number and one of A B C D E F, such as 4A.']),
        ("-3A", ['"-3A" (column 1) is below 0. For 3 the other way, write 3D.']),
    ],
)
def test_a_flat_map_has_no_way_up_or_down(text: str, refusals: list[str]) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_flat_vector(text)
    assert list(refused.value.problems) == refusals


@each_row(
    ("text", "canonical"),
    [
        ("1+ 2F 1E 2+ 3B", "2A 3+"),
        ("4F 3B", "3A 1F"),
        ("14F 3B 6+ 10D 2- 4A 2C", "6F 3E 4+"),
        ("2A 2C 1E", "1B"),
        ("4A 4D", ""),
        ("3A 3C 3E", ""),
        ("1A 1B", "1A 1B"),
    ],
)
def test_the_worked_consolidations_come_out_as_the_rules_print_them(text: str, canonical: str) -> None:
    assert str(consolidate(read_vectors(text)).vector) == canonical


def test_a_consolidation_can_be_followed_pair_by_pair_180_degrees_before_120() -> None:
    assert consolidate(read_vectors("14F 3B 6+ 10D 2- 4A 2C")).steps == (
        "180 degrees: 4A and 10D leave 6D.",
        "180 degrees: 2C and 14F leave 12F.",
        "180 degrees: 6+ and 2- leave 4+.",
        "120 degrees: 3B and 6D make 3C and leave 3D.",
        "120 degrees: 3D and 12F make 3E and leave 9F.",
        "180 degrees: 3C and 9F leave 6F.",
    )


def test_a_consolidation_is_taken_round_again_when_a_fold_makes_a_new_opposite() -> None:
    assert consolidate(read_vectors("2A 2C 1E")).steps == (
        "120 degrees: 2A and 2C make 2B and leave nothing.",
        "180 degrees: 2B and 1E leave 1B.",
    )


def test_a_fold_says_what_the_direction_between_comes_to() -> None:
    assert consolidate(read_vectors("2A 1B 3C")).steps == ("120 degrees: 2A and 3C make 2B (3B in all) and leave 1C.",)


def test_canonical_vectors_need_no_step() -> None:
    assert consolidate(read_vectors("6B 4A 1+")).steps == ()


@given(vectors)
def test_consolidation_keeps_the_net_motion_and_ends_canonical(written: Vectors) -> None:
    done = consolidate(written)
    assert done.vector == written.net()
    parts = done.vector.components()
    assert consolidate(Vectors.of(done.vector)).steps == ()
    if done.steps:
        left = " ".join(f"{count}{way}" for way, count in sorted(parts, key=lambda part: ORDER.index(part[0])))
        assert _followed(written, done.steps) == left
    else:
        assert Vectors.of(done.vector) == written


def _followed(written: Vectors, steps: tuple[str, ...]) -> str:
    """What a player has left who does to the written vectors just what each step says."""
    left = dict(zip(ORDER, written.counts, strict=True))
    for step in steps:
        rule, rest = step.removesuffix(".").split(": ")
        before, after = rest.split(" leave ")
        pair, *made = before.removesuffix(" and").split(" make ")
        for word in pair.split(" and "):
            assert left[word[-1]] == int(word[:-1])
            left[word[-1]] = 0
        assert bool(made) == (rule == "120 degrees")
        for word in made:
            first = word.split(" ")[0]
            left[first[-1]] += int(first[:-1])
        for word in after.replace("nothing", "").split():
            left[word[-1]] = int(word[:-1])
    return " ".join(f"{count}{way}" for way, count in left.items() if count)


@given(vectors)
def test_written_vectors_read_back_as_themselves(written: Vectors) -> None:
    assert read_vectors(str(written)) == written


@given(motions)
def test_a_canonical_text_reads_back_as_its_motion(motion: HexVector) -> None:
    assert read_vectors(str(motion)) == Vectors.of(motion)
    assert Vectors.of(motion).net() == motion


@given(vectors, vectors)
def test_vectors_added_have_the_motions_added(one: Vectors, other: Vectors) -> None:
    assert (one + other).net() == one.net() + other.net()


@given(st.text(alphabet="ABFJ+-0123/. ,stil", max_size=12))
def test_any_text_is_either_vectors_or_refused_word_by_word(text: str) -> None:
    wrong = _problems(text)
    assert len(wrong) <= len(text.replace(",", " ").split())
    assert all(problem.endswith(".") and "(column " in problem for problem in wrong)


def _problems(text: str) -> tuple[str, ...]:
    try:
        read_vectors(text)
    except UnreadableError as refused:
        return refused.problems
    return ()


def test_no_vectors_are_no_motion() -> None:
    assert Vectors().net() == STILL


@pytest.mark.parametrize("counts", [(1, 2), (0, 0, 0, 0, 0, 0, 0, -1)])
def test_vectors_have_eight_counts_of_0_or_more(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="vectors need 8 counts, 0 up, in the order ABCDEF"):
        Vectors(counts)


def test_no_motion_is_still_in_words() -> None:
    assert (vectors_in_words(STILL), vectors_in_words(Vectors())) == ("still", "still")
    assert vectors_in_words(HexVector(10, 6, 1)) == "6B 4A 1+"
