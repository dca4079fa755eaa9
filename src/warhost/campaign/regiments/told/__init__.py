"""Reports from battles and real tables, and what a campaign shows."""
