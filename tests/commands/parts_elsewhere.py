"""Parts of shapes that the games of `test_json` do not have."""

from __future__ import annotations

#: What the doctor says of some machines, and not of others.
BY_MACHINE = {".machine.notes[]=text"}
#: Parts that these games do not have; they have tests of their own.
NOT_HERE = {
    "games": {"[].called?=text", "[].aside?=truth", "[].recorded_at=null"},
    "show": {".conditions.SHIP[]=text"},
    "show sfb": {
        ".webs.WEB.points.POINT[]=text",
        ".webs.WEB.strands[].length=null",
        ".units.UNIT.aboard?=text",
        ".sfb.map[].aboard=text",
    },
    "show starwars": {
        ".now?.have_acted[]=text",
        ".now?.to_answer.SOURCE.threat=number",
        ".now?.to_answer.SOURCE.despair=number",
        ".starships.STARSHIP.effects[].effect=text",
        ".starships.STARSHIP.effects[].round=number",
        ".starships.STARSHIP.effects[].by=text",
        ".starships.STARSHIP.shots[].weapon=text",
        ".starships.STARSHIP.shots[].round=number",
        ".starships.STARSHIP.tractor_beams[].by=text",
        ".starships.STARSHIP.tractor_beams[].weapon=text",
        ".starships.STARSHIP.tractor_beams[].difficulty=number",
        ".guided[].starship=text",
        ".guided[].weapon=text",
        ".guided[].target=text",
        ".starships.STARSHIP.open_notes[].number=number",
        ".starships.STARSHIP.open_notes[].text=text",
    },
    "card show starwars": {".group[]=text"},
    "show xwing": {".attacks[].range=null"},
    "audit list": {"[].recorded_at=null"},
    "audit verify": {".faults[]=text", ".dropped?=number"},
    "audit compare": {".faults[]=text"},
    "audit check": {".faults[]=text"},
    "follow": {".recorded_at=null"},
    "games branches": {"[].options.NAME=any", "[].counts=truth"},
    "audit all": {
        ".stores[].strays[]=text",
        ".stores[].refused=text",
        ".stores[].games[].faults[]=text",
    },
    "mail log": {".faults[]=text"},
    "doctor": {".problems[]=text", ".machine.wrong_snapshots[]=text"},
}
