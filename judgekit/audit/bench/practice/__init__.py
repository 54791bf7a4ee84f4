"""Glasshouse: a small game of our own that needs every mechanism of the engine."""
