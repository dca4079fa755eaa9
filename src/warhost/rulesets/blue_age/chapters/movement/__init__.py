"""The Move Phase, and moves that a unit does not choose."""
