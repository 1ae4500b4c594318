"""Read models in an SQLite file of their own: what commands show, worked out from the events, never the other way."""
