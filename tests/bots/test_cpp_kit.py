"""The C++ kit, as it was built beside the server."""
import unittest

from kit import SERVER, KitTest

BUILT = SERVER.parent


class CppKit(KitTest, unittest.TestCase):
    sample = "cpp/bot.cpp"
    mark_of_a_traceback = ""

    @classmethod
    def install(cls, _):
        return [str(BUILT / "kit-bot")]

    def program(self, name):
        return [str(BUILT / f"kit-{name}")]
