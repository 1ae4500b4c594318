"""What players may order, and how they write it."""
