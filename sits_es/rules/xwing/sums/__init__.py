"""The sums of X-Wing's arcs: geometry on values, each in one place, for recorded games and `sits calc xwing` alike."""
