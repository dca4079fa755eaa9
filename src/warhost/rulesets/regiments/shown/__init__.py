"""Regiments on the page and in text: cards, sheets, positions, settings, the guide."""
