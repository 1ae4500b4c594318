"""What the commands show: tables, sheets and pictures, and no rules."""
