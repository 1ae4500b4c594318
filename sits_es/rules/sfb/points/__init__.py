"""The points of globular webs."""
