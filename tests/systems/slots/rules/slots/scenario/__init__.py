"""How games of Slots are set up."""
