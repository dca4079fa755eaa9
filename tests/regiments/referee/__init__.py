"""Odd positions, with what the book says of them."""
