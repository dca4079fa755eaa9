"""The named rules of The Blue Age: unit types, special rules, qualities of weapons, items and traits."""
