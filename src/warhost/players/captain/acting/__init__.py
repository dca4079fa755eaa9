"""Decisions by kind: deploying, moving, charging, casting, fighting."""
