"""What speaks of all of Slots: boards for programs, and luck."""
