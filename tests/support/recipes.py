#!/usr/bin/env python3
"""recipes.py NAME [THERE HERE]…: prints what server/OPERATING.md tells an operator to do, as it stands there: the block of code behind the
line `<!-- recipe: NAME -->`, which a reader of the page does not see. Tests run it: what differs in a test is around the
commands (a folder, a variable, a program of the same name), or is replaced by the test, which fails if it is not there.
`recipes.py --all` prints all names."""
import pathlib
import re
import sys

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "server/OPERATING.md"
RECIPE = re.compile(r"^ *<!-- recipe: ([^\n]+?) -->\n( *)```\w+\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def recipes():
    text = DOCUMENT.read_text()
    found = {}
    for name, indent, block in RECIPE.findall(text):
        if name in found:
            raise SystemExit(f"{DOCUMENT.name} has two recipes called {name}")
        found[name] = re.sub(rf"^{indent}", "", block, flags=re.MULTILINE)
    if len(found) != text.count("<!-- recipe:"):
        raise SystemExit(f"{DOCUMENT.name} has a recipe without a block of code behind it")
    return found


def recipe(name, changes=()):
    """\\param changes pairs of texts: what stands there, and what stands for it in this test"""
    found = recipes()
    if name not in found:
        raise SystemExit(f"{DOCUMENT.name} has no recipe called {name}")
    text = found[name]
    for there, here in changes:
        if there not in text:
            raise SystemExit(f"the recipe {name} has no {there}")
        text = text.replace(there, here)
    return text


if __name__ == "__main__":
    name, *changes = sys.argv[1:]
    print("\n".join(recipes()) if name == "--all" else recipe(name, list(zip(changes[::2], changes[1::2]))).rstrip("\n"))
