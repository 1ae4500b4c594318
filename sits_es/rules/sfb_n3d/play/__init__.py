"""What happens in an impulse, part by part."""
