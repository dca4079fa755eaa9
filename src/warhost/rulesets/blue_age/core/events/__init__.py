"""Events of The Blue Age, chapter by chapter."""
