"""The table: what a step sees, and the only hands it has."""

from judgekit.engine.table.face import Table
from judgekit.engine.table.step import Over, Savepoint

__all__ = ["Over", "Savepoint", "Table"]
