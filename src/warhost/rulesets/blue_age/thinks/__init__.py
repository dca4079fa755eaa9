"""Exact odds for computer players, and the counsel that weighs them."""
