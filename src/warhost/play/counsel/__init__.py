"""What a computer player asks of a rulebook, exact odds, and chains of throws."""
