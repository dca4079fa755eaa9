"""Army lists: built, brought, kept."""
