"""The chapters of the book, a room for each phase."""
