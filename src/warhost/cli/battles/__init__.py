"""Commands that fight, watch, replay and measure battles."""
