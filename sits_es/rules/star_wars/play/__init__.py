"""What comes of a slot: manoeuvre and action, a side that is named, and what is spent of a roll."""

__all__ = ["initiative", "procedure", "resolution", "sides", "slot", "spending"]
