"""Lets the tests, and the programs that they start, find the package that is tested: in TEFUDA_RULES_PACKAGE, or where
tests/python/install puts it."""
import os
import sys

from support import BUILD

PACKAGE = os.environ.get("TEFUDA_RULES_PACKAGE", str(BUILD / "python-env"))
sys.path.insert(0, PACKAGE)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [PACKAGE, os.environ.get("PYTHONPATH")]))
