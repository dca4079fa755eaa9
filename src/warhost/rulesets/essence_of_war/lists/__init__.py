"""Army lists: books, building, checks, prices, other programs' files."""
