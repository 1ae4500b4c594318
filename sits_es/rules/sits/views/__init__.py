"""What SITS shows of its boards and facts, before anybody draws it."""
