"""Commands for campaigns, tournaments and leagues."""
