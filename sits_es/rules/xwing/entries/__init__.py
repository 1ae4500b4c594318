"""What else players enter of their ships, what becomes of a ship, and where a round ends. Rule: rules.md, Record."""
