"""Tests that were exported before `judgekit.api` existed import their reader from here."""

from judgekit.cases.files.position import loads

__all__ = ["loads"]
