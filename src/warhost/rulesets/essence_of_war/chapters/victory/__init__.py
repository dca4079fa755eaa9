"""How a battle is won."""
