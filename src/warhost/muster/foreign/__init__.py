"""Rosters of other list builders: read, matched and written."""
