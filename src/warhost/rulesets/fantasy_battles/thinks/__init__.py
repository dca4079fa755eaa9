"""Odds, and what a computer player goes by."""
