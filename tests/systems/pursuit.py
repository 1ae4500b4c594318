"""A turn of the bundled pursuit under SFB 'n3D, in which much happens: a chase, two stops, a mine and a web."""

from __future__ import annotations

from typing import Final

#: A drone, thrust, dice, a high-energy turn with its breakdown rolls, and a speed for the next turn.
RED: Final = """unit Kestrel
  impulse 1   launch drone at Hawk
  impulse 2   thrust 1
  impulse 6   fire torpedoes at Hawk
  impulse 12  het to yaw 5 pitch 2
  impulse 14  fire 2 phasers at Hawk
  impulse 20  turn yaw -5 pitch -2
  break       speed 12
unit Wasp
  impulse 2   launch drone at Hawk
unit Hornet
  impulse 4   turn yaw -2
unit Heron
  stop if range to Hawk at most 8"""

#: Two runs that end early, an answer to the drone, a dive, and a web that is laid and given power.
BLUE: Final = """unit Hawk
  stop if launched at
  impulse 2     fire aft-phasers at Kestrel
  impulse 5     launch drone at Kestrel
  impulse 6-12  turn pitch -2.5
  break         thrust 0.5
unit Warp
  impulse 3     lay web to Weft at 6
  impulse 4     power web-1 to 3.5"""

#: What the torpedoes of impulse 6 did, by Hawk's own display.
DAMAGE: Final = 'unit Hawk\n  damage 9 "the rear shield, and two into the hull"'
#: What Kestrel does instead, where the web is laid.
OTHERWISE: Final = "unit Kestrel\n  impulse 3-6 turn yaw 4\n  impulse 7 fire torpedoes at Hawk"
