from __future__ import annotations

import re
from typing import Any

import attrs
import msgspec
import orjson
import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.events import REGISTRY, Event, Registry
from sits_es.store.codec import Codec, UnfitError, class_faults, structured
from tests.shared.rows import each_row
from tests.shared.store_samples import SAMPLES, Counted, Either, Hit, Moved, Noted, Ship, Spot, Targeted

CODEC = Codec(SAMPLES)

whole = st.integers(-(2**63), 2**63 - 1)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
spots = st.builds(Spot, a=whole, c=whole, up=whole)
plain = st.recursive(
    st.none() | st.booleans() | whole | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
hits = st.builds(Hit, track=words, boxes=st.integers(1, 9))
facts = st.one_of(
    st.builds(Moved, ship=words.map(Ship), to=spots, path=st.lists(spots, max_size=3).map(tuple)),
    st.builds(
        Noted,
        text=words,
        side=st.sampled_from(["red", "green"]),
        number=st.none() | whole,
        loud=st.booleans(),
        counts=st.dictionaries(words, whole, max_size=4),
        plain=st.dictionaries(words, plain, max_size=3),
        pair=st.tuples(whole, words),
        hits=st.lists(hits, max_size=2).map(tuple),
        at=st.none() | spots,
    ),
    st.builds(Either, what=spots | hits),
    st.builds(Targeted, target=words, distance=whole, spots=st.lists(spots, max_size=2).map(tuple)),
)


@settings(max_examples=200)
@given(facts)
def test_both_writers_make_the_same_bytes_and_they_read_back_as_the_same_event(event: Event) -> None:
    topic, state = CODEC.encode(event)
    assert state == orjson.dumps(CODEC._converter.unstructure(event), option=orjson.OPT_SORT_KEYS)
    back = CODEC.decode(topic, state)
    assert type(back) is type(event)
    assert back == event


def test_the_bytes_have_sorted_keys_no_spaces_and_plain_utf_8() -> None:
    event = Noted(
        text='Ärger "/\u2028', counts={"z": 1, "a": 2, "Ä": 3}, at=Spot(c=2, a=1), hits=(Hit(track="B", boxes=1),)
    )
    topic, state = CODEC.encode(event)
    assert topic == "sample.Noted/1"
    assert state.decode() == (
        '{"at":{"a":1,"c":2,"up":0},"counts":{"a":2,"z":1,"Ä":3},"hits":[{"boxes":1,"track":"B"}],"loud":false,'
        '"number":null,"pair":[0,""],"plain":{},"side":"red","text":"Ärger \\"/\u2028"}'
    )


@each_row(
    "event",
    [
        Counted(number=2.0),  # type: ignore[arg-type]
        Counted(number=2.5),  # type: ignore[arg-type]
        Counted(number=float("nan")),  # type: ignore[arg-type]
        Counted(number=True),
        Counted(number="2"),  # type: ignore[arg-type]
        Noted(text="", number=1.5),  # type: ignore[arg-type]
        Noted(text="", number=float("nan")),  # type: ignore[arg-type]
        Noted(text="", number=float("inf")),  # type: ignore[arg-type]
        Noted(text="", plain={"deep": [{"down": 0.5}]}),
        Noted(text="", plain={"deep": float("nan")}),
        Noted(text="", plain={"deep": (1, 2)}),
        Noted(text="", plain={"deep": Spot(a=1, c=2)}),
        Noted(text="", counts={"a": 1.0}),  # type: ignore[dict-item]
        Noted(text="", side="blue"),  # type: ignore[arg-type]
        Noted(text=None),  # type: ignore[arg-type]
        Noted(text="\ud800"),
        Moved(ship=Ship("A"), to=Spot(a=1, c=0.5)),  # type: ignore[arg-type]
        Moved(ship=Ship("A"), to=None),  # type: ignore[arg-type]
        Moved(ship=Ship("A"), to=Hit(track="B", boxes=1)),  # type: ignore[arg-type]
        Either(what=Spot(a=1, c=2.5)),  # type: ignore[arg-type]
    ],
)
def test_what_would_not_come_back_unchanged_is_not_written(event: Event) -> None:
    with pytest.raises(
        ValueError, match=rf"^{type(event).__module__ and 'sample'}\.{type(event).__name__}/1 cannot be stored: "
    ):
        CODEC.encode(event)


def test_a_float_is_refused_with_its_place() -> None:
    with pytest.raises(
        ValueError, match=re.escape("sample.Moved/1 cannot be stored: Expected `int`, got `float` - at `$.to.c`.")
    ):
        CODEC.encode(Moved(ship=Ship("A"), to=Spot(a=1, c=0.5)))  # type: ignore[arg-type]


def test_old_versions_are_carried_up_step_by_step() -> None:
    now = Targeted(target="Sirius", distance=0, spots=(Spot(a=1, c=2),))
    old = b'{"at":"Sirius","spots":[{"a":1,"c":2,"up":0}]}'
    assert CODEC.decode("sample.Targeted/1", old) == now
    assert CODEC.decode("sample.Targeted/2", old.replace(b'"at"', b'"target"')) == now
    assert CODEC.decode(*CODEC.encode(now)) == now


@each_row(
    ("topic", "state", "words"),
    [
        ("sample.Gone/1", b"{}", "The store holds an event named sample.Gone/1, which this program does not know."),
        ("sample.Moved", b"{}", "The store holds an event named sample.Moved, which this program does not know."),
        (
            "sample.Counted/2",
            b'{"number":1}',
            "sample.Counted/2; this program knows versions 1 to 1 of sample.Counted.",
        ),
        (
            "sample.Counted/0",
            b'{"number":1}',
            "sample.Counted/0; this program knows versions 1 to 1 of sample.Counted.",
        ),
        ("sample.Counted/01", b'{"number":1}', "sample.Counted/01; this program knows"),
        (
            "sample.Counted/1",
            b'{"number":"1"}',
            "An event stored as sample.Counted/1 cannot be read: Expected `int`, got `str` - at `$.number`.",
        ),
        ("sample.Counted/1", b'{"number":1.0}', "Expected `int`, got `float` - at `$.number`."),
        ("sample.Counted/1", b"{}", "Object missing required field `number`."),
        ("sample.Counted/1", b'{"number":1', "Input data was truncated."),
        ("sample.Noted/1", b'{"text":"","plain":{"x":0.5}}', "0.5 is not a whole number; events hold no fractions"),
        (
            "sample.Noted/1",
            b'{"text":"","hits":[{"track":"B","boxes":0}]}',
            "'boxes' must be >= 1: 0 - at `$.hits[0]`.",
        ),
        ("sample.Targeted/1", b'{"spots":[]}', "it lacks what version 1 holds: 'at'."),
        ("sample.Targeted/1", b"[]", "it is not a JSON object."),
        ("sample.Targeted/2", b'{"target":7,"spots":[]}', "expected str, got int @ $.target."),
        ("sample.Targeted/2", b'{"target":"A","spots":[{"a":1,"c":"2"}]}', "expected int, got str @ $.spots[0].c"),
        ("sample.Targeted/2", b'{"target":"A","spots":"AB"}', "expected a list, got str @ $.spots."),
        ("sample.Targeted/2", b'{"target":"A","spots":[],"x":1}', "extra fields found (x) @ $."),
        ("sample.Either/1", b'{"what":{"a":1,"c":true}}', "expected int, got bool"),
    ],
)
def test_what_is_no_such_event_is_refused_with_the_reason(topic: str, state: bytes, words: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        CODEC.decode(topic, state)
    assert words in str(refused.value)


def test_a_class_that_was_never_registered_cannot_be_written() -> None:
    @frozen(kw_only=True)
    class Loose(Event):
        pass

    with pytest.raises(KeyError):
        CODEC.encode(Loose())


@frozen(kw_only=True)
class _Fraction:
    part: float


@frozen(kw_only=True)
class _Hidden:
    _part: int


class _Plain(msgspec.Struct, frozen=True):
    part: int


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (float, "events hold no float"),
        (dict[str, float], "events hold no float"),
        (tuple[_Fraction, ...], "events hold no float"),
        (_Hidden, "_Hidden._part is not given by its own name when the value is made"),
        (tuple[_Plain, ...], "_Plain is a struct, and what is stored is a class of attrs"),
    ],
)
def test_a_class_that_the_store_cannot_hold_is_refused_before_its_first_event(kind: Any, words: str) -> None:
    registry = Registry()
    cls = attrs.make_class("Bad", {"value": attrs.field(type=kind)}, bases=(Event,), frozen=True, kw_only=True)
    registry.event("sample.Bad")(cls)
    with pytest.raises(TypeError, match=re.escape(f"sample.Bad/1 cannot be stored: {words}.")):
        Codec(registry).encode(cls(value=None))


def test_what_is_stored_has_real_types_as_text_would_be_evaluated_at_every_start() -> None:
    classes = set[Any]()
    for _, cls in REGISTRY.names().values():
        assert list(class_faults(cls, classes)) == []
    assert [
        f"{each.__qualname__}.{name}"
        for each in {each for cls in classes for each in cls.__mro__ if each.__module__.startswith("sits_es")}
        for name, kind in vars(each).get("__annotations__", {}).items()
        if isinstance(kind, str)
    ] == []


@settings(max_examples=100)
@given(facts)
def test_the_converter_of_older_versions_reads_what_the_quick_decoder_reads(event: Event) -> None:
    assert CODEC._converter.structure(msgspec.json.decode(CODEC.encode(event)[1]), type(event)) == event


@each_row(
    ("cls", "data"),
    [
        (Moved, {"ship": "A", "to": {"a": 1, "c": 2}, "more": 1}),
        (Moved, {"ship": "A", "to": {"a": 1, "c": 2, "more": 1}}),
        (Moved, {"ship": "A", "to": {"a": 1, "c": True}}),
        (Moved, {"ship": "A", "to": {"a": 1, "c": "2"}}),
        (Moved, {"ship": 1, "to": {"a": 1, "c": 2}}),
        (Moved, {"ship": "A"}),
        (Noted, {"text": "", "side": "blue"}),
        (Noted, {"text": "", "hits": [{"track": "B", "boxes": 0}]}),
        (Noted, {"text": "", "pair": [1]}),
    ],
)
def test_the_converter_of_older_versions_bends_nothing(cls: type[Any], data: object) -> None:
    with pytest.raises(UnfitError):
        structured(CODEC._converter, data, cls)
