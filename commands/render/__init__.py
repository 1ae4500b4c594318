"""What the commands show: blocks, lists and pictures, of any rule system, and no rules."""
