"""Moves of units in ranks: paths, drafts, detours, and whether a drawn move is legal."""
