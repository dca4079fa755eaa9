"""Records, proofs of dice, positions in text, published schemas."""
