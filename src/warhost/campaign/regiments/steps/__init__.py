"""The steps of a campaign in the order of the book."""
