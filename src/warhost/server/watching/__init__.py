"""Health, metrics, counts and logs of a running server."""
