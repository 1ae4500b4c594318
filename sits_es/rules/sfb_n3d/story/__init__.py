"""Why orders come to nothing, in words."""
