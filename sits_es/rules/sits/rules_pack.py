"""What the versions of the rules pack do differently. A game goes on by the version that it began with."""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen(kw_only=True)
class RulesPack:
    """One version of the rules, by what tells it from the others. Rule: sits rules 13.

    torpedoes_by_type: an energy torpedo mount has launchers of one type, each doing its damage; before, damage went by
    tubes firing together. lance_mirrors: where the chart's number strikes, a lance is compared with the wall's number
    mirrored in its track; before, with the number in force. slid_shots_rolled: a shot that slid off the wedge meets
    the rolled-ship bonus. markers_read_as_marked: the window of a ship's own marker reads as that marker.
    cards_by_grade: graded commanders draw miracle cards without an option. own_side_spared: nothing is aimed at one's
    own side unless the scenario allows it. plotted_alike: a span that starts now is judged like one plotted earlier,
    and plots that will be void are told of. launches_counted: decoys can wait for so many missiles, from so near.
    walls_by_reading: a class's walls must be made for the game's reading, or the game says that they are mixed.
    """

    torpedoes_by_type: bool = True
    lance_mirrors: bool = True
    slid_shots_rolled: bool = True
    markers_read_as_marked: bool = True
    cards_by_grade: bool = True
    own_side_spared: bool = True
    plotted_alike: bool = True
    launches_counted: bool = True
    walls_by_reading: bool = True


#: By version, the first first.
PACKS: Final = (
    RulesPack(
        torpedoes_by_type=False,
        lance_mirrors=False,
        slid_shots_rolled=False,
        markers_read_as_marked=False,
        cards_by_grade=False,
        own_side_spared=False,
        plotted_alike=False,
        launches_counted=False,
        walls_by_reading=False,
    ),
    RulesPack(),
)

#: The version of games that begin with this release.
NEWEST_PACK: Final = len(PACKS)
