"""The version stands in CMakeLists.txt. The kits are used without the rest of the checkout, so each repeats it."""
import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def find(pattern, path):
    return re.search(pattern, (ROOT / path).read_text(), re.MULTILINE)[1]


class Version(unittest.TestCase):
    def test_every_kit_has_the_version_of_the_project(self):
        version = find(r"^project\(tefuda VERSION (\S+)", "CMakeLists.txt")
        kits = {
            "python": find(r'^version = "(.*)"$', "clients/bots/python/pyproject.toml"),
            "javascript": json.loads((ROOT / "clients/bots/javascript/package.json").read_text())["version"],
            "rules-python": find(r'^version = "(.*)"$', "clients/rules-python/pyproject.toml"),
            "cpp": find(r"^project\(tefuda_bot VERSION (\S+)", "clients/bots/cpp/CMakeLists.txt"),
        }
        self.assertEqual(kits, dict.fromkeys(kits, version))
