"""The spells of the patrols."""
