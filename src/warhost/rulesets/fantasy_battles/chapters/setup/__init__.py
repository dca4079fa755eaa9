"""Before the battle: maps, deployment, and units that come later."""
