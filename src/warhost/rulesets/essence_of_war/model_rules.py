"""The model rules of the patrols."""
