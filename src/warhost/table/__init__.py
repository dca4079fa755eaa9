"""The table: oriented rectangles, arcs, distances, sight, moves, contact, terrain. It knows no rulebook."""
