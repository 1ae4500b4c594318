"""Fire. Hits are numbers: the players' displays say what they do."""
