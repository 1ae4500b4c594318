"""Values compare, hash and show themselves by their fields, as attrs would have them do."""

from attrs import field, frozen

from sits_es.values import Value


@frozen
class Shot(Value):
    weapon: str
    hexes: int = 0


@frozen
class Aimed(Shot):
    line: int = field(default=0, eq=False)
    said: str = field(default="", repr=False)


@frozen
class Nothing(Value):
    pass


def test_values_of_one_class_with_the_same_fields_are_equal() -> None:
    assert Shot("laser", 3) == Shot("laser", 3)
    assert Shot("laser", 3) != Shot("laser", 4)
    assert Nothing() == Nothing()
    assert len({Shot("laser", 3), Shot("laser", 3), Shot("graser", 3)}) == 2


def test_values_of_two_classes_are_never_equal() -> None:
    assert Shot("laser", 3) != Aimed("laser", 3)
    assert Shot("laser", 3) != ("laser", 3)
    assert hash(Shot("laser", 3)) != hash(Aimed("laser", 3))


def test_a_field_may_be_left_out_of_comparing_and_of_showing() -> None:
    assert Aimed("laser", line=1) == Aimed("laser", line=2)
    assert hash(Aimed("laser", line=1)) == hash(Aimed("laser", line=2))
    assert repr(Aimed("laser", 3, 7, "hit")) == "Aimed(weapon='laser', hexes=3, line=7)"


def test_nothing_is_written_out_for_a_class_of_values() -> None:
    assert vars(Shot)["__eq__"] is vars(Value)["__eq__"]
    assert vars(Aimed)["__repr__"] is vars(Value)["__repr__"]
