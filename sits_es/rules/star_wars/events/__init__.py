"""What happens to starships, and the codes of what comes to nothing.

What means the same in many facts and orders:

starship: its name; target: name of the starship aimed at; over: name of the other starship; player: id of its player;
starship_class: name of its class; weapon: its name on the card; zone: of the target's shields; skill: that is checked;
why: what it comes of; critical: its number in the game, 1 up; text: the player's words; what: what is spent; number:
how many, 1 up; source: of the roll; speed: hexes a round at most, 0 up; boost, setback: dice added, 0 up; upgrades: of
the starship's dice, 0 up; harder: dice of difficulty added, 0 up; kind: of terrain; steps: forward, or a turn to the
left or right; side: name of its side; facing: the side of its hex that its bow points to.

Rule: rules.md.
"""

__all__ = ["checks", "codes", "harm", "motion"]
