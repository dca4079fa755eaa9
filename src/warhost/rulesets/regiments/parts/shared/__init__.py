"""Helpers of several optional parts: attacks, boosts, harm, lots, how they are shown."""
