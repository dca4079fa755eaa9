"""The battle as data and what every chapter asks of it: units, formations, contact, sight, values, moments."""
