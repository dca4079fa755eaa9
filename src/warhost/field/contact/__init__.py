"""Contact: ways into it, places against a side, charges, and who fights whom."""
