"""Everything that a player can do with games on one machine; a front end calls it and shows what it gives."""
