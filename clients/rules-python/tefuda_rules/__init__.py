"""The rules of Tefuda's card games in this process: single matches, and thousands of matches at a time."""
from ._core import Batch, Coder, Env, IllegalAction, describe, games
from .state import State

__all__ = ["Batch", "Coder", "Env", "IllegalAction", "State", "describe", "games"]
