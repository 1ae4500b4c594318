"""The one chapter of Slots: initiative, flights and attacks."""
