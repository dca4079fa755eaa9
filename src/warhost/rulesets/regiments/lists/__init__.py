"""Army books and army lists: read, written, checked, built, priced, brought over from Army Forge."""
