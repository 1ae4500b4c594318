"""Values of attrs compare, hash and show themselves by their fields; what needs no more of attrs is a struct."""

from importlib import import_module
from sys import modules

from attrs import field, fields, frozen, has

from sits_es.events import REGISTRY, Event
from sits_es.store.codec import class_faults
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


def test_a_class_of_attrs_has_what_a_struct_has_not() -> None:
    """A struct is made in a tenth of the time: what neither is stored in an event nor checks a field is one."""
    for path in MODULES:
        if not within(module_of(path), "commands.watch"):  # what is on a screen there has more bases than this one
            import_module(module_of(path))
    stored: set[object] = set()
    assert [fault for _, kind in REGISTRY.names().values() for fault in class_faults(kind, stored)] == []
    ours = {kind for kind in _below(Value) - _below(Event) if not within(kind.__module__, "tests")}
    plain = {kind for kind in ours if kind not in stored and not _has_more(kind)}
    found = [kind for kind in plain if all(one in plain for one in (*_bases(kind), *_below(kind)))]
    assert ", ".join(sorted(f"{kind.__module__}.{kind.__name__}" for kind in found)) == ""


def _below(kind: type) -> set[type]:
    """The classes of the program under one; attrs makes each twice, and keeps the second."""
    under: set[type] = set(kind.__subclasses__())
    under.update(*map(_below, kind.__subclasses__()))
    return {each for each in under if getattr(modules.get(each.__module__), each.__name__, None) is each and has(each)}


def _bases(kind: type) -> list[type]:
    return [one for one in kind.__mro__[1:] if issubclass(one, Value) and one is not Value]


def _has_more(kind: type) -> bool:
    """Whether it checks, converts, hides or names a field in a way of its own."""
    return hasattr(kind, "__attrs_post_init__") or not all(
        (one.validator, one.converter, dict(one.metadata), one.alias) == (None, None, {}, one.name)
        and one.init
        and one.eq
        and one.repr
        for one in fields(kind)
    )
