"""Boards and rounds as people are shown them."""
