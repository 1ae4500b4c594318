"""Parts of rule systems are there, and are called as the program calls them: no type checker sees through one."""

from __future__ import annotations

from inspect import Parameter, signature

from sits_es.report import Report, report_of
from sits_es.rules import system, system_names
from sits_es.rules.parts import Part
from sits_es.rules.system import System
from tests.shared.rows import each_row


def parts_of(owner: type) -> list[str]:
    """The names of a class's parts, those of its bases too."""
    return sorted({name for cls in owner.__mro__ for name, held in vars(cls).items() if isinstance(held, Part)})


#: A system or a report, what the program asks of it, and a part.
PARTS = [
    (owner, asked, name)
    for each in system_names()
    for owner, asked in ((system(each), System), (report_of(each), Report))
    for name in parts_of(type(owner))
]


@each_row(("owner", "asked", "name"), PARTS)
def test_a_part_is_what_the_program_asks_for(owner: object, asked: type, name: str) -> None:
    protocol, part = getattr(asked, name), getattr(owner, name)
    if not callable(protocol):  # a value
        assert part is not None
        return
    _, *wanted = signature(protocol).parameters.values()
    given = [each.name for each in wanted if each.kind is not Parameter.KEYWORD_ONLY]
    by_name = {each.name: each for each in wanted if each.kind is Parameter.KEYWORD_ONLY}
    signature(part).bind(*given, **by_name)


def test_every_system_has_parts() -> None:
    assert {type(owner).__module__.split(".")[2] for owner, _, _ in PARTS} == {*system_names()}
