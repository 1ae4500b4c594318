"""What the post office keeps on one machine: journal, secrets, settings."""
