"""Keeps the matches of a run in a file, one JSON object a line, so that a run that was stopped goes on where it was."""
import json

from .tournament import Match


def read_setting(path):
    """What the matches in a store depend on. \\raises OSError, ValueError"""
    with open(path, encoding="utf-8") as file:
        return json.loads(file.readline())


class Store:
    """\\param setting what the matches depend on: a file with another setting is refused \\raises ValueError, OSError"""

    def __init__(self, path, setting):
        self.matches = []
        self.file = open(path, "ab+")
        self.file.seek(0)
        text = self.file.read()
        # A line without its end was being written when the run was stopped.
        end = text.rfind(b"\n") + 1
        if end < len(text):
            self.file.truncate(end)
        if not end:
            self.line(setting)
            return
        before, *rows = map(json.loads, text[:end].splitlines())
        for field, value in setting.items():
            if before.get(field) != value:
                raise ValueError(f"{path} is of a run with {field} {before.get(field)!r}, not {value!r}")
        self.matches = [Match(row["deal"], tuple(row["seating"]), row["room"], row["result"], tuple(row.get("illegal", ())))
                        for row in rows]

    def add(self, match):
        self.line({"deal": match.deal, "seating": match.seating, "room": match.room, "result": match.result,
                   **({"illegal": match.illegal} if any(match.illegal) else {})})

    def line(self, value):
        self.file.write(json.dumps(value).encode() + b"\n")
        self.file.flush()

    def close(self):
        self.file.close()
