"""The registry of named rules, moments, itemised sums, sides and endings."""
