"""Army books and lists as files and texts."""
