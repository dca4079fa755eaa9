"""The Shooting Phase: shots, templates, throwing weapons, Panic."""
