"""Walls: which facing is hit, and the sidewall that stands on it.

Rule: flyer, sidewall layer; sits rules 4, 7 and 8.5.
"""
