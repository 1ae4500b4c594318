"""What is spent of a roll: advantage and triumph. Rule: base game."""
