from .plain import plain


class Refused(Exception):
    """The server answered a message with `error`, or took the seat away (code "replaced")."""

    def __init__(self, code, message, details=None):
        super().__init__(plain(f"{code}: {message}"))
        self.code = code
        self.details = details or {}


class Lost(Exception):
    """The connection was lost before the reply arrived."""


class NoAction(Exception):
    """A bot returned no action for a decision that it must make."""


class NoMatch(Exception):
    """No match began in a room for as long as the seat was to wait."""


class Unreadable(Exception):
    """The server has sent something that is no message of the protocol, or one that lacks a field."""

    def __init__(self, problem, text):
        super().__init__(plain(f"The server sends {problem}: {text[:200]}"))


class NotSent(Lost):
    """The connection was lost before the message was sent."""
