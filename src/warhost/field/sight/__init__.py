"""Lines of sight past bodies, walls and round bases."""
