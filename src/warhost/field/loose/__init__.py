"""Loose bodies: models with places of their own that walk, charge and flee together."""
