"""tefuda-arena: measures bots against each other on the same deals."""
from .command_line import main

__all__ = ["main"]
