"""Miracles: the commanders' cards, and what a hand of them does. Rule: sits rules 10."""
