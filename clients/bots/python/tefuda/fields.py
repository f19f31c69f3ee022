"""Reads what a server sends."""
import json

from .errors import Unreadable


def message_from(text):
    """A message of the server. \\raises Unreadable"""
    try:
        message = json.loads(text)
    except ValueError:
        message = None
    if not isinstance(message, dict):
        raise Unreadable("what is no message", text)
    return message


def field(message, name, kind=None):
    """A field that must be there. \\param kind of which type it must be \\raises Unreadable"""
    if name not in message:
        raise Unreadable(f"a message without {name}", json.dumps(message))
    value = message[name]
    if kind and (not isinstance(value, kind) or isinstance(value, bool) and kind is not bool):
        raise Unreadable(f"a message in which {name} is of another type", json.dumps(value))
    return value
