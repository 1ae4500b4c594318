"""How SITS looks in a terminal and in a mail: boards, ships, segments, turns and single facts as Rich renderables.

Everything reads at 80 columns without colour, and no player's text is ever taken as markup.
"""
