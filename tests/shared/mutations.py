"""Files with something wrong in them: what people may do to a TOML file by accident, and what must come of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.rules.sfb.cards.samples import sample_classes as units
from sits_es.rules.sfb.cards.samples import sample_files as unit_files
from sits_es.rules.sfb.cards.samples import template as unit_template
from sits_es.rules.sfb.cards.unit_class import from_data, read_unit, to_data
from sits_es.rules.sfb.scenario.scenario import read_scenario as read_chase
from sits_es.rules.sits.cards.reader import from_data as ship_from_data
from sits_es.rules.sits.cards.reader import read_ship
from sits_es.rules.sits.cards.reader import to_data as ship_data
from sits_es.rules.sits.cards.samples import SAMPLES as SHIPS
from sits_es.rules.sits.scenario.scenario import read_scenario as read_duel
from sits_es.rules.sits.tables import tables as sits_tables
from sits_es.rules.sits.tables.section import SECTIONS
from sits_es.rules.starwars.cards.sample_cards import SAMPLES, read_card
from sits_es.rules.starwars.setting_up.scenario import read_scenario as read_patrol
from sits_es.rules.xwing.xwing import SYSTEM as XWING
from tests.shared.bundled_files import bundled_of, template_of
from tests.shared.sfb_chase import CHASE
from tests.shared.starwars_patrol import PATROL

#: Values that a key may get by accident.
WORDS = (
    *("", "-1", "0", "7.5", "1e9", "nan", "true", '"x"', "[]", "[[1]]", "{}", "{ a = 1 }", "0xffff", '"\\u0000"', "["),
)
#: Lines that may stand where they do not belong.
LINES = ("[weapons]", "[[weapons]]", "[launchers.drone]", "[[units]]", "[units]", "[players]", "[[bodies]]", "x = 1")


def mutated(text: str, chance: Random) -> str:
    """The text with one to three mistakes: a value, a line, a letter or a table replaced, doubled or left out."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                lines[at] = f"{lines[at].partition('=')[0]}= {chance.choice(WORDS)}"
            case 1:
                del lines[at]
                lines = lines or [""]
            case 2:
                lines.insert(at, chance.choice(lines))
            case 3:
                letters = list(lines[at]) or [""]
                letters[chance.randrange(len(letters))] = chance.choice('"=[]{}.,\n\x00é9')
                lines[at] = "".join(letters)
            case 4:
                lines[at] = chance.choice(LINES)
            case _:
                words = lines[at].split(" ")
                chance.shuffle(words)
                lines[at] = " ".join(words)
    return "\n".join(lines)


@frozen
class MutatedFile:
    """A kind of file that players write. texts: files without a mistake. read: makes something of a text and its name.

    again: what was made, by way of what is stored of it; None where nothing is stored of such a file.
    """

    texts: Callable[[], Sequence[str]]
    read: Callable[[str, str], Any]
    again: Callable[[Any], Any] | None = None

    def read_or_refused(self, text: str) -> None:
        """Read a text. Raises AssertionError where it is neither read nor refused by its name and what is wrong."""
        made, problems = None, tuple[str, ...]()
        try:
            made = self.read(text, "file.toml")
        except UnreadableError as refusal:
            problems = refusal.problems
        assert (made is None) == bool(problems)
        assert all(problem.startswith("file.toml:") for problem in problems), problems
        assert made is None or self.again is None or self.again(made) == made


#: Files of every kind, by name.
FILES: Final = {
    "SITS scenario": MutatedFile(
        texts=lambda: [template_of("sits"), *(each.text for each in bundled_of("sits").values())],
        read=lambda text, name: read_duel(text, name, SHIPS.classes()),
    ),
    "SITS card": MutatedFile(
        texts=lambda: [*SHIPS.files().values(), SHIPS.template()],
        read=read_ship,
        again=lambda card: ship_from_data(ship_data(card)),
    ),
    "SITS tables": MutatedFile(
        texts=lambda: [sits_tables.as_file(sits_tables.card_tables(), (), name) for name in SECTIONS],
        read=sits_tables.read_tables_file,
        again=lambda tables: sits_tables.from_data(sits_tables.to_data(tables)),
    ),
    "SFB 'n3D scenario": MutatedFile(
        texts=lambda: [
            CHASE,
            template_of("sfb"),
            *(bundled_of("sfb")[name].text for name in ("pursuit", "system")),
        ],
        read=lambda text, name: read_chase(text, name, units()),
    ),
    "SFB 'n3D card": MutatedFile(
        texts=lambda: [*unit_files().values(), unit_template()],
        read=read_unit,
        again=lambda card: from_data(to_data(card), card.name),
    ),
    "Star Wars scenario": MutatedFile(
        texts=lambda: [PATROL, template_of("starwars"), bundled_of("starwars")["ambush"].text],
        read=lambda text, name: read_patrol(text, name, SAMPLES.classes()),
    ),
    "Star Wars card": MutatedFile(
        texts=lambda: [*SAMPLES.files().values(), SAMPLES.template()],
        read=read_card,
    ),
    "X-Wing scenario": MutatedFile(
        texts=lambda: [template_of("xwing")],
        read=lambda text, name: XWING.setup(text, name, {}),
    ),
}
