"""Connections: sockets, limits, the guard, requests and their tokens."""
