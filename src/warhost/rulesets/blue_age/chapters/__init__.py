"""The chapters of The Blue Age, in the book's order."""
