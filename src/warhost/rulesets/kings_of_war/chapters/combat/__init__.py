"""The Combat Phase, from the first blow to what the victors do."""
