"""Army sheets: units, purchases and tables."""
