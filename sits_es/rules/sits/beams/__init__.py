"""Beams: grasers, lasers, energy torpedoes and grav lances, aimed and fired in step 3.

Rule: card, step 3; sits rules 7.
"""
