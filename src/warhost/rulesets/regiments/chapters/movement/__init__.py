"""Hold, Advance and Rush; ways across ground, through enemies and into transports."""
