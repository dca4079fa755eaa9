"""The tables of Border Raid: its rules and its armies."""
