"""The Charge Sub-Phase: declarations, reactions, rolls and moves into contact."""
