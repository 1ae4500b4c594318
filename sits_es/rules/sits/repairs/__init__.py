"""Repairs: working parties in the turn break, and weapons made ready in step 8.

Rule: card, regeneration; sits rules 9.
"""
