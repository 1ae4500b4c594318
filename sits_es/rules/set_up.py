"""What the program asks of a rule system about scenarios: how games are set up, from which cards, and how they end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic

from sits_es.generics import Board

if TYPE_CHECKING:
    from sits_es.rules.supplied import BundledScenario, Cards, Ending
    from sits_es.rules.system import Setup

#: Players chose no option: all is as the scenario says.
NONE_CHOSEN: Final[Mapping[str, str]] = MappingProxyType({})


class Scenarios(ABC, Generic[Board]):
    """How a game is set up.

    cards: of units that scenarios can name; None if units stand in scenarios.
    demo: the bundled scenario with orders that `sits demo` plays; the first of them where it is empty.
    """

    cards: ClassVar[Cards[Any] | None] = None
    demo: ClassVar[str] = ""

    @abstractmethod
    def setup(
        self, text: str, source: str, unit_files: Mapping[str, str], chosen: Mapping[str, str] = NONE_CHOSEN
    ) -> Setup:
        """Make a scenario ready. UnreadableError names every fault.

        source: its file; unit_files: name -> text; chosen: options in place of the scenario's, name -> value as players
        write it.
        """

    def named_files(self, text: str) -> tuple[str, ...]:
        """Files in its folder, or below, that a scenario names, as it writes them: `setup` is given those there are."""
        del text
        return ()

    def bundled(self) -> Mapping[str, BundledScenario]:
        """Scenarios that come with the program, by name; by default those in the folder scenario/bundled."""
        from sits_es.rules.supplied import scenarios_in

        return scenarios_in(type(self).__module__.rpartition(".")[0])

    def ending(self, board: Board) -> Ending | None:
        """How long a game lasts, and who wins it; None if the rules say nothing of it."""
        del board
        return None

    def particulars(self, board: Board) -> Iterable[str]:
        """What a new game has of its own, such as tables, in sentences for those who are invited to it."""
        del board
        return ()

    def blank(self) -> str | None:
        """A scenario file with comments, to be filled in; it can be read as it is. None if there is none.

        By default template.toml in the folder scenario/bundled.
        """
        from sits_es.rules.supplied import BUNDLED, text_in

        try:
            return text_in(type(self).__module__.rpartition(".")[0], *BUNDLED, "template.toml")
        except FileNotFoundError:
            return None
