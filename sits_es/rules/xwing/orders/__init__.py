"""What people enter in X-Wing: its language, and the file to fill in."""
