"""The sums of Star Wars hex combat: arithmetic on values, for the game and for `sits calc starwars` alike."""
