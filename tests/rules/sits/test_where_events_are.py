"""The table of where SITS's events are defined, and the names of its steps, against the code itself."""

from collections import defaultdict
from importlib import import_module
from pkgutil import walk_packages

import sits_es.rules.sits
from sits_es.events import REGISTRY
from sits_es.rules.sits import EVENTS, STEPS
from sits_es.rules.sits.orders.language import LANGUAGE


def test_the_table_names_every_event_and_the_module_that_defines_it() -> None:
    for module in walk_packages(sits_es.rules.sits.__path__, "sits_es.rules.sits."):
        import_module(module.name)
    defined = defaultdict(set)
    for name, (_, cls) in REGISTRY.names().items():
        if name.startswith("sits."):
            defined[cls.__module__].add(name)
    assert defined
    assert {module: set(names) for module, names in EVENTS.items()} == defined
    assert [len(set(names)) for names in EVENTS.values()] == [len(names) for names in EVENTS.values()]


def test_the_steps_of_a_turn_are_those_of_the_order_language() -> None:
    assert LANGUAGE.step_names == STEPS
