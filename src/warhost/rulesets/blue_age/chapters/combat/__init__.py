"""The Fight Sub-Phase and Combat Resolution."""
