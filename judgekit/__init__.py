"""judgekit: what happens now, and which clause says so."""

__version__ = "0.1.0"
