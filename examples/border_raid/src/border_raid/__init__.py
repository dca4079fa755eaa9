"""Border Raid: a small skirmish for Warhost."""
