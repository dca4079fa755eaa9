"""The story of a battle: its course, luck, turning points and words."""
