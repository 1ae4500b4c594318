"""Slots: whose turn it is, what an order can be given for, and how a game ends. Rule: rules.md, Slots."""
