"""What people are shown, before anybody draws it."""
