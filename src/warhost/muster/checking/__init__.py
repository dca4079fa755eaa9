"""Limits and checks of a whole list."""
