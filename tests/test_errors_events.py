"""Refusals that name every problem at once, and the registry of stored names."""

import sys
from pathlib import Path

import pytest
from attrs import frozen
from attrs.exceptions import FrozenInstanceError

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.events import REGISTRY, Data, Event, Registry, StoredName
from sits_es.rules import system, system_names


@pytest.mark.parametrize("kind", [UnreadableError, NotAllowedError, NotNowError])
def test_a_refusal_takes_one_text_or_several_and_says_them_all(kind: type[GameError]) -> None:
    one, two = kind("Fearless has no tubes."), kind(problem for problem in ("First.", "Second."))
    assert isinstance(one, GameError)
    assert (one.problems, str(one)) == (("Fearless has no tubes.",), "Fearless has no tubes.")
    assert (two.problems, str(two)) == (("First.", "Second."), "First.\nSecond.")


@frozen(kw_only=True)
class Sailed(Event):
    to: str


@frozen(kw_only=True)
class Moored(Event):
    at: str


def test_an_event_is_a_frozen_slotted_value_of_keywords() -> None:
    sailed = Sailed(to="Jever")
    assert sailed == Sailed(to="Jever")
    assert not hasattr(sailed, "__dict__")
    with pytest.raises(FrozenInstanceError):
        sailed.to = "Emden"  # type: ignore[misc]  # that is the point
    with pytest.raises(TypeError):
        Sailed("Jever")  # type: ignore[call-arg]  # that is the point


@frozen(kw_only=True)
class Anchored(Event):
    at: str
    fathoms: int = 5


@frozen(kw_only=True)
class Harboured(Event):
    to: str


@frozen(kw_only=True)
class Drifted(Event):
    pass


def test_events_are_equal_when_class_and_all_values_are_and_say_what_they_hold() -> None:
    anchored = Anchored(at="Jever")
    assert anchored == Anchored(at="Jever", fathoms=5)
    assert hash(anchored) == hash(Anchored(at="Jever", fathoms=5))
    assert anchored != Anchored(at="Jever", fathoms=6)
    assert anchored != Anchored(at="Emden")
    assert Sailed(to="Jever") != Harboured(to="Jever")
    assert anchored != "Jever"
    assert Drifted() == Drifted()
    assert len({Drifted(), Drifted(), anchored, Anchored(at="Jever"), Anchored(at="Emden")}) == 3
    assert repr(anchored) == "Anchored(at='Jever', fathoms=5)"
    assert repr(Drifted()) == "Drifted()"


def test_a_registered_event_is_found_by_name_and_by_class() -> None:
    registry = Registry()
    assert registry.event("ship.Sailed", 2)(Sailed) is Sailed
    assert registry.stored_name(Sailed) == StoredName("ship.Sailed", 2)
    assert str(registry.stored_name(Sailed)) == "ship.Sailed/2"
    assert registry.current("ship.Sailed") == (2, Sailed)
    assert registry.names() == {"ship.Sailed": (2, Sailed)}


def test_the_module_that_defines_an_event_is_imported_when_its_name_is_first_met(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "harbour.py").write_text("met = True\n")
    registry = Registry()
    registry.home("ship", ("harbour",))
    assert "harbour" not in sys.modules
    with pytest.raises(KeyError):
        registry.current("boat.Sunk")
    assert "harbour" not in sys.modules
    with pytest.raises(KeyError):  # the module does not keep the table's word
        registry.current("ship.Sailed")
    assert sys.modules.pop("harbour").met


def test_modules_are_imported_one_by_one_until_the_name_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry()
    met = {"bow": registry.event("ship.Sailed")}
    monkeypatch.setattr("sits_es.events.import_module", lambda module: met[module](Sailed))
    registry.home("ship", ("bow", "stern"))
    assert registry.current("ship.Sailed") == (1, Sailed)


def test_all_names_are_those_of_every_module_that_defines_some(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "quay.py").write_text("met = True\n")
    registry = Registry()
    registry.event("ship.Sailed", 2)(Sailed)
    registry.home("ship", ("quay",))
    assert registry.names() == {"ship.Sailed": (2, Sailed)}
    assert sys.modules.pop("quay").met


def test_strangers_have_no_name() -> None:
    with pytest.raises(KeyError):
        Registry().stored_name(Sailed)
    with pytest.raises(KeyError):
        Registry().current("ship.Sailed")


def test_two_events_cannot_share_a_name_even_in_other_versions() -> None:
    registry = Registry()
    registry.event("ship.Sailed")(Sailed)
    with pytest.raises(RuntimeError, match=r"^Two events are stored as ship\.Sailed: Sailed and Moored\.$"):
        registry.event("ship.Sailed", 2)(Moored)


def renamed(data: Data) -> Data:
    return {"to": data["harbour"]}


def test_old_data_are_carried_up_one_version_at_a_time() -> None:
    registry = Registry()
    registry.event("ship.Sailed", 3)(Sailed)
    registry.upcaster("ship.Sailed", 1)(renamed)
    registry.upcaster("ship.Sailed", 2)(lambda data: {"to": data["to"].upper()})
    registry.check()
    assert registry.upcast("ship.Sailed", 1, {"harbour": "Jever"}) == {"to": "JEVER"}
    assert registry.upcast("ship.Sailed", 2, {"to": "Jever"}) == {"to": "JEVER"}
    assert registry.upcast("ship.Sailed", 3, {"to": "Jever"}) == {"to": "Jever"}


def test_two_upcasters_cannot_lead_from_one_version() -> None:
    registry = Registry()
    registry.upcaster("ship.Sailed", 1)(renamed)
    with pytest.raises(RuntimeError, match=r"^Two upcasters lead from ship\.Sailed/1\.$"):
        registry.upcaster("ship.Sailed", 1)(renamed)


def test_every_gap_is_named_at_the_start() -> None:
    registry = Registry()
    registry.event("ship.Sailed", 3)(Sailed)
    registry.upcaster("ship.Sailed", 3)(renamed)
    registry.upcaster("ship.Sunk", 1)(renamed)
    with pytest.raises(RuntimeError) as refused:
        registry.check()
    assert str(refused.value) == (
        "The event registry has gaps: ship.Sailed/1 has no upcaster; ship.Sailed/2 has no upcaster; "
        "an upcaster leads from ship.Sailed/3 to no event; an upcaster leads from ship.Sunk/1 to no event."
    )


def test_the_programs_own_registry_has_no_gaps_and_every_event_is_a_slotted_keyword_value() -> None:
    for name in system_names():
        system(name)
    REGISTRY.check()
    layers = {"game", "dice", *system_names()}
    for name, (version, cls) in REGISTRY.names().items():
        assert version >= 1
        assert "__dict__" not in dir(cls), name
        assert all(part.kw_only for part in cls.__attrs_attrs__), name
        layer, _, what = name.partition(".")
        assert layer in layers, name
        assert what[:1].isupper(), name
        assert cls.__doc__, name
