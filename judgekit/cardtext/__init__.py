"""Printed card text -> abilities, and abilities -> standard wording."""

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.model import Ability
from judgekit.cardtext.parse import parse

__all__ = ["Ability", "CardTextError", "parse"]
