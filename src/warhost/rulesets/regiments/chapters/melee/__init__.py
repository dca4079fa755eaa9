"""Melee: charges, strikes, return strikes, consolidation."""
