"""Casters, spells and spell tokens."""
