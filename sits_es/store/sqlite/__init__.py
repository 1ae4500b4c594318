"""The log's side in SQLite: one file, which any number of programs on one machine may use at the same time."""
