"""A kit for Tefuda bots: write a class with the method `choose`, and pass it to `main`. See the sample ../bot.py."""
from .bot import Bot
from .client import Client, Lost, Refused
from .errors import NoAction, NoMatch, Unreadable
from .command_line import main
from .seat import Seat
from .templates import random_action

__all__ = ["Bot", "Client", "Lost", "NoAction", "NoMatch", "Refused", "Seat", "Unreadable", "main", "random_action"]
