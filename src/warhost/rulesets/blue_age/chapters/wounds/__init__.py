"""From attacks to casualties, fire and regeneration."""
