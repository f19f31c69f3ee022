"""tefuda-arena: compares the strength of bots by letting them play the same deals."""
from .command_line import main

__all__ = ["main"]
