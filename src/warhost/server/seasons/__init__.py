"""Campaigns, tournaments and leagues."""
