"""The chapters of Kings of War, in the book's order."""
