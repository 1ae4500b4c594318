"""The sums of Slots."""
