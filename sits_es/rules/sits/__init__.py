"""The Saganami Island Tactical Simulator, first edition, and the texts that come with it: tables, templates.

What means the same in many of its orders and facts:

ship: name of the ship that it is about; shooter: name of the ship that fires; target: name of the ship aimed at;
player: id of its player; side: name of its side; ship_class: name of its class; shot: shooter, weapon and target of a
beam in words, which name it; attack: shooter, mount and target of salvoes in words, which name them; source: the shot
or attack that it comes from; weapon: mount and kind; mount: side of the ship that carries the tubes; facing: side of
the ship; track: name of a damage track; box: of the track, 0 up; cause: why; condition: what ends the run.

range: hexes between the two; window: by name, such as `B/C+`; nose: window that the nose points to; vectors: hexes a
turn; move: hexes; at: place of the future-position marker; position: where it is; start: place before; end: place
after; attitude: how the ship lies; to: window that the nose goes to; thrust: points; plots: how dots become vectors;
segments: how many; due: segments.

missiles: how many; salvoes: how many; tubes: how many to a salvo; warhead: of the missiles; damage: points; points: of
damage, 0 up; damage_each: points of one missile or weapon; variance: sum of the dice, in percent; quality: percent of
the class's card; percent: 0 to 100; aim: how the shot was aimed; hand: cards, such as `10H`; count: how many; text: in
the player's words; miracle: what it does.

Rule: sits rules 5, sequence of play.
"""

from __future__ import annotations

from typing import Final

__all__ = ["CHAPTERS", "STEPS", "USUAL"]

#: What the exchanges of a turn are called: eight segments and the break.
STEPS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "break")

#: A scenario file that doesn't say whose it is was written for these rules: the program began with them.
USUAL: Final = True

#: Its chapters, in the order of the rules; their modules `facts` hold its orders and facts.
CHAPTERS: Final = ("motion", "turns", "beams", "missiles", "walls", "damage", "repairs", "miracles", "ending")
