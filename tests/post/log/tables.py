"""Small tables for what people decide, reading keepers, mailbox seats and old copies, each with one cheat."""

from __future__ import annotations

from typing import Any, Final

from tests.post.log.world import Setting

#: Letters arrive at once; people and the cheat alone take turns.
TALK: Final[dict[str, Any]] = {"prompt": True, "lean": True, "forks": False, "without": False, "epochs": 0}
#: The same where people go on without others.
LOSS: Final[dict[str, Any]] = {**TALK, "without": True}
#: The same where the keeper shows two logs, and another is asked for.
FORKS: Final[dict[str, Any]] = {**TALK, "forks": True, "epochs": 1}
UMPIRE: Final[dict[str, Any]] = {**LOSS, "reads": True, "neutral": "N"}
#: The same of each where another keeper may be asked for.
TALK_ON, LOSS_ON, UMPIRE_ON = ({**each, "epochs": 1} for each in (TALK, LOSS, UMPIRE))

#: Letters take their time, the keeper shows two logs, and a folder is restored from an old copy.
COPY: Final[dict[str, Any]] = {"restores": "B", "lean": True, "without": False, "epochs": 0}

#: For each table how deep it is searched in README's lane, and in the long one.
TABLES: Final[dict[str, tuple[Setting, int, int]]] = {
    "a missing act of the cheat": (Setting(cheat="C", alone="C", goes_on=True, **LOSS), 3, 9),
    "a missing act under a cheating keeper": (Setting(alone="B", **LOSS_ON), 2, 3),
    "a put-out where one acts alone": (Setting(cheat="C", alone="C", crash=True, **LOSS), 3, 6),
    "resignations while sets are fixed": (
        Setting(cheat="C", exchanges=2, ahead=1, decisions=("resign B", "resign C"), goes_on=True, **LOSS),
        2,
        3,
    ),
    "a resignation on two logs": (Setting(decisions=("resign B",), **FORKS), 2, 3),
    "a resignation where another keeper is asked for": (
        Setting(players="AB", cheat="B", neutral="N", decisions=("resign B",), goes_on=True, **TALK_ON),
        3,
        6,
    ),
    "a resignation where an umpire is replaced": (
        Setting(players="AB", cheat="B", decisions=("resign A",), goes_on=True, **UMPIRE_ON),
        3,
        5,
    ),
    "a rewind after a put-out": (Setting(cheat="C", decisions=("rewind",), goes_on=True, **LOSS), 2, 4),
    "a rewind on two logs": (Setting(players="AB", exchanges=2, ahead=1, decisions=("rewind",), **FORKS), 2, 4),
    "a lost key": (Setting(cheat="C", crash=True, decisions=("reseat B",), goes_on=True, **LOSS), 2, 4),
    "a recovered key": (Setting(cheat="C", crash=True, decisions=("recover B",), goes_on=True, **LOSS), 2, 5),
    "the cheat's new key": (Setting(cheat="C", decisions=("reseat C", "recover C"), **TALK), 2, 6),
    "the cheating keeper's new key": (
        Setting(decisions=("reseat A", "recover A"), goes_on=True, **{**FORKS, "without": True}),
        1,
        2,
    ),
    "a return": (Setting(cheat="C", decisions=("readmit C",), goes_on=True, **LOSS), 4, 8),
    "a return after a resignation": (Setting(decisions=("resign B", "readmit B"), **TALK), 3, 6),
    "entered facts": (Setting(cheat="C", decisions=("enter B",), **TALK), 2, 6),
    "entered facts where one acts alone": (Setting(cheat="C", alone="B", decisions=("enter B",), **TALK), 3, 9),
    "entered facts under a cheating keeper": (Setting(decisions=("enter B",), **TALK), 3, 5),
    "an umpire": (Setting(goes_on=True, **UMPIRE_ON), 1, 4),
    "a cheating umpire": (
        Setting(players="AB", cheat="N", goes_on=True, **{**UMPIRE, "forks": True, "epochs": 1}),
        2,
        3,
    ),
    "an umpire who is gone": (Setting(players="AB", crash=True, goes_on=True, **UMPIRE_ON), 3, 5),
    "an umpire to come": (Setting(players="AB", cheat="B", later="N", decisions=("reader N",), **TALK_ON), 3, 7),
    "a mailbox seat": (Setting(players="ABM", mailbox="M", goes_on=True, **UMPIRE_ON), 3, 6),
    "a new keeper": (Setting(cheat="C", later="N", decisions=("keeper N",), **TALK_ON), 3, 5),
    "a new keeper on two logs": (Setting(later="N", decisions=("keeper N",), **FORKS), 2, 3),
    "an old copy": (Setting(restores="B", **{**FORKS, "prompt": False}), 2, 4),
    "the keeper's old copy": (Setting(cheat="C", restores="A", goes_on=True, **LOSS_ON), 3, 6),
    "an old copy that asked for the cheat": (Setting(keepers="A", restores="B", **TALK_ON), 2, 6),
    "two logs of the keeper of two": (Setting(players="AB", goes_on=True, **FORKS), 5, 9),
    "two logs of the keeper of four": (Setting(players="ABCD", goes_on=True, **{**FORKS, "without": True}), 1, 2),
    "a put-out on two logs": (Setting(players="ABCD", crash=True, **{**FORKS, "without": True}), 1, 2),
    "late seals of away seats": (Setting(players="ABCD", cheat="B", in_time=False, **LOSS), 2, 5),
}
