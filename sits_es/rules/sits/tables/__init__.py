"""The tables of the play-aid card: each reads its cells, writes them, prints them, says where they come from."""
