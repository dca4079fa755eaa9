"""The Shooting Phase."""
