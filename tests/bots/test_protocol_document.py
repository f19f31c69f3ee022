"""The first session of protocol/PROTOCOL.md is real: played again, the server says just this. Run as a program it writes the
session anew."""
import asyncio
import json
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "clients/bots/python"))

import websockets  # noqa: E402
from tefuda.arena.local_server import find_server, local_server  # noqa: E402

DOCUMENT = ROOT / "protocol/PROTOCOL.md"
SESSION = re.compile(r"(?<=<!-- session -->\n\n).*?(?=\n<!-- end -->)", re.S)
PLACEHOLDERS = {"room": "ROOM", "token": "TOKEN", "version": "VERSION"}
SENT, GOT = "    → ", "    ← "


def with_placeholders(message):
    if isinstance(message, dict):
        return {field: PLACEHOLDERS.get(field) if isinstance(value, str) and field in PLACEHOLDERS
                else with_placeholders(value) for field, value in message.items()}
    return [with_placeholders(one) for one in message] if isinstance(message, list) else message


def compact(message):
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


async def played(url, lines):
    """The session with what the server says now, as many messages where the document has some."""
    out, room = [], ""
    async with websockets.connect(url) as socket:
        for line in lines:
            if line.startswith(SENT):
                await socket.send(line[len(SENT):].replace("ROOM", room))
                out.append(line)
            else:
                message = json.loads(await asyncio.wait_for(socket.recv(), 10))
                room = message.get("room", room)
                out.append(GOT + compact(with_placeholders(message)))
    return out


def play_document():
    """\\returns the session as it is in the document, and as it is"""
    lines = SESSION.search(DOCUMENT.read_text(encoding="utf-8"))[0].splitlines()
    with local_server(find_server(), []) as url:
        return lines, asyncio.run(played(url, lines))


class Document(unittest.TestCase):
    maxDiff = None

    def test_the_first_session_is_as_it_is_told(self):
        told, real = play_document()
        self.assertGreater(len(told), 10)
        self.assertEqual(told, real)


if __name__ == "__main__":
    text = DOCUMENT.read_text(encoding="utf-8")
    session = "\n".join(play_document()[1]) + "\n"
    DOCUMENT.write_text(SESSION.sub(lambda _: session, text), encoding="utf-8")
