"""What happens to starships, and the codes of what comes to nothing."""

__all__ = ["checks", "codes", "harm", "motion"]
