"""Storage: databases, rows, check sums, backups, upkeep."""
