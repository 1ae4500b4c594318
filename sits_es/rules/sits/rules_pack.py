"""What the versions of the rules pack do differently. A game goes on by the version that it began with."""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen(kw_only=True)
class RulesPack:
    """One version of the rules, by what tells it from the others. Rule: sits rules 13.

    torpedoes_by_type: an energy torpedo mount has launchers of one type, each doing its damage; before, damage went by
    tubes firing together. cards_by_grade: graded commanders draw miracle cards without an option.
    """

    torpedoes_by_type: bool = True
    cards_by_grade: bool = True


#: By version, the first first.
PACKS: Final = (
    RulesPack(
        torpedoes_by_type=False,
        cards_by_grade=False,
    ),
    RulesPack(),
)

#: The version of games that begin with this release.
NEWEST_PACK: Final = len(PACKS)
