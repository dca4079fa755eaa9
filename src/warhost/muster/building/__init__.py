"""Lists while they are built, by people and by computers."""
