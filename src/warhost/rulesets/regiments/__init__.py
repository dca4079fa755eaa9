"""Age of Fantasy: Regiments, the core game: alternating activations, missions, solo play."""
