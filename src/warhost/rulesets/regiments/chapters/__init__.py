"""The chapters of Regiments' core game, in the book's order."""
