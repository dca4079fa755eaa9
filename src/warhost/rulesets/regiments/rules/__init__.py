"""The special rules of the book, and those read from an army book's own sentences."""
