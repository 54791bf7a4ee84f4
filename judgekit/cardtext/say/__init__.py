"""Abilities in words: one module a family, like `build`, the other way round."""
