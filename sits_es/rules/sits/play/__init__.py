"""What happens in a segment, step by step."""
