"""The Charge Phase."""
