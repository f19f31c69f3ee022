"""Write a bot for Tefuda: a class with a `choose`, and `main`. See bot.py beside this package."""
from .bot import Bot
from .client import Client, Lost, Refused
from .command_line import main
from .seat import Seat
from .templates import random_action

__all__ = ["Bot", "Client", "Lost", "Refused", "Seat", "main", "random_action"]
