"""How starships are given orders: the language, order files ready to edit, and what orders lead to."""
