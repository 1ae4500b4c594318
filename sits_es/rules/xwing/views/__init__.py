"""What speaks of all chapters: the table as people and programs are shown it, its picture, and what entries brought."""
