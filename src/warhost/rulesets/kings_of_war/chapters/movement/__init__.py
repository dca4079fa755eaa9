"""The Movement Phase: orders, moves, charges, withdrawing, and what commanders shout."""
