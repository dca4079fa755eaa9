"""From attacks to casualties."""
