"""The C++ kit, as it was built beside the server."""
import unittest

from kit import SERVER, KitTest, answering
from sites import HollowServer

BUILT = SERVER.parent


class CppKit(KitTest, unittest.TestCase):
    sample = "cpp/bot.cpp"
    mark_of_a_traceback = ""

    @classmethod
    def install(cls, _):
        return [str(BUILT / "kit-bot")]

    def program(self, name):
        return [str(BUILT / f"kit-{name}")]

    def test_it_names_what_is_missing_in_a_message(self):
        fields = [("created", "type"), ("created", "room"), ("error", "code"), ("error", "message"), ("joined", "seat"), ("joined", "token"),
                  ("room", "match"), ("room", "status"), ("update", "seq"), ("update", "events"), ("update", "must"), ("update", "decision")]
        for kind, name in fields:
            with self.subTest(kind=kind, field=name), HollowServer(kind, name) as server:
                self.assert_unreadable(server.url, f"The server sends a message without {name}: {{")
        with HollowServer("update", "seq", seq="1") as server:
            self.assert_unreadable(server.url, 'The server sends a message in which seq is of another type: "1"')

    def test_it_names_what_is_no_message(self):
        body = b"<html>"
        with answering(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)) as url:
            done = self.call(url, "--register", "Robo")
        self.assertEqual((done.returncode, done.stderr), (1, "The server sends what is no message: <html>\n"))

    def assert_unreadable(self, url, words):
        done = self.call(url, "--game", "fortyone")
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn(words, done.stderr.splitlines()[-1])
        self.assertNotIn("json.exception", done.stderr)
