"""The sums of Star Wars hex combat: arithmetic on values, for the game and for `sits calc sw` alike."""

__all__ = [
    "advantage",
    "chances",
    "dice_in_words",
    "flying",
    "gunnery",
    "narrative_dice",
    "paper",
    "ranges",
    "relative",
    "terrain",
    "words",
]
