"""The Melee Phase."""
