"""Entries: a fight that people play at their own table; the program keeps the displays and works out what follows."""
