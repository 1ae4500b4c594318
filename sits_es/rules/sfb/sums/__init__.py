"""The sums of SFB 'n3D: arithmetic on values, each in one place, for the game and for `sits calc sfb` alike."""
