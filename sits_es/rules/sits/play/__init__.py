"""What the chapters play with: the work bench, and how ships are aimed at."""
