"""Texts that come from a server, for a terminal or a log."""


def plain(text):
    """The text with everything escaped that is no visible character: nobody else writes to our terminal."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in str(text))
