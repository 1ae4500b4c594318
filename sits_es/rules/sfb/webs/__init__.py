"""Webs. Anchors are units or bodies by name, points numbers; strands join two of them."""
