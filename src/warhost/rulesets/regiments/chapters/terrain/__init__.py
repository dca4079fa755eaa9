"""The battlefield and its terrain: named tables, generators, placement, dangerous ground."""
