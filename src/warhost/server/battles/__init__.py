"""Battles while they are played: rooms, lobby, clocks, computer players, taking back."""
