"""Any game as a stream of facts: its life, its exchanges of orders, who owes what. Knows no rule system by name."""

__all__ = ["events", "exchanges", "fold", "play", "seals", "set_up", "state", "story", "verify"]
