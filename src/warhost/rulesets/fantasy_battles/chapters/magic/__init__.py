"""The Magic Phase."""
