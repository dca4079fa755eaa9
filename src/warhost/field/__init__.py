"""The field: footprints among obstacles on a board. It knows no rulebook; gaps, limits and citations come as values."""

from warhost.field.field import Body, Field, FieldOf, Piece, Terrain

__all__ = ["Body", "Field", "FieldOf", "Piece", "Terrain"]
