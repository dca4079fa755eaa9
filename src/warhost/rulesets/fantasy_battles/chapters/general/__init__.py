"""General principles: Discipline, Panic, flight, Dangerous Terrain, Characters in units."""
