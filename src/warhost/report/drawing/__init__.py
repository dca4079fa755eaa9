"""Drawings: battles from above, figures, heraldry, terrain, labels."""
