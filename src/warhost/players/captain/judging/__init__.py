"""What a place is worth: goals, enemies, friends."""
