"""Commands about armies and their data."""
