"""Slots: starships act one after the other by initiative, and each chooses again once it sees its roll."""
