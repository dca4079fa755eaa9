"""What players see: cards, sheets, surveys, the guide, events."""
