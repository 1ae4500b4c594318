"""The examples of the catalogue of events, sits_es/docs/examples.jsonl: one of each, from a bundled game if one has it.

    python -m tests.shared.event_examples

writes the file anew. An event that no bundled game has comes from the golden bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from sits_es.service.session import Session
from tests.shared.golden_events import GOLDEN, every_event, names, path_of
from tests.shared.played_demos import DEMOS, played_folder

FILE: Final = GOLDEN.parent.parent / "sits_es" / "docs" / "examples.jsonl"
#: Every bundled game with orders.
BUNDLED: Final = (*DEMOS.values(), "squadron")
#: An example with more characters is left to where there is no shorter one.
SHORT: Final = 400


def examples() -> Iterator[str]:
    """The lines of the file, by stored name."""
    found: dict[str, dict[str, str]] = {}
    for game in BUNDLED:
        with Session(played_folder(game)) as session:
            for stored in session.store.stored(game):
                state, known = stored.state.decode(), found.get(stored.topic)
                # the fullest of those that are short
                if (
                    known is None
                    or len(known["state"]) < len(state) <= SHORT
                    or len(state) < len(known["state"]) > SHORT
                ):
                    found[stored.topic] = {"topic": stored.topic, "game": f"{game}, #{stored.version}", "state": state}
    for name in names(every_event()):
        made_up = {"topic": str(name), "game": "", "state": path_of(name).read_text(encoding="utf-8")}
        yield json.dumps(found.get(str(name), made_up), ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text("".join(examples()), encoding="utf-8")
