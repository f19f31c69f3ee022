"""A bot whose actions are all illegal."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "clients/bots/python"))

from tefuda import Bot, main  # noqa: E402


class Lawless(Bot):
    def choose(self, update):
        return {"type": "win"}


main(Lawless)
