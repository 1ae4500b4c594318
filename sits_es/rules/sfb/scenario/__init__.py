"""Scenario files of SFB 'n3D: what a game begins with, and how it ends."""
