"""Values compare, hash and show themselves by their fields, as attrs would have them do."""

import re

from attrs import field, frozen

from sits_es.values import Value
from tests.shared.modules_of_ours import MODULES, module_of, within


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


#: What remembers its hash, which attrs writes out for it.
WRITTEN_OUT = {"Tables"}


def test_every_frozen_class_of_the_program_is_a_value() -> None:
    bare = re.compile(r"(?m)^@frozen(?!.*eq=False).*\nclass (\w+)(?=:|\(Generic)")
    rooms = (path for path in MODULES if not within(module_of(path), "sits_es.space"))
    found = {name for path in rooms for name in bare.findall(path.read_text(encoding="utf-8"))}
    assert found == WRITTEN_OUT
