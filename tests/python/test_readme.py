"""The examples in the package's README run as they stand."""
import importlib
import os
import re
import subprocess
import sys
import unittest

from support import OTHER_TABLES, ROOT

README = (ROOT / "clients/rules-python/README.md").read_text(encoding="utf-8")

# Stands in for Gymnasium where it is not installed.
importlib.import_module("test_gymnasium")


@unittest.skipIf(OTHER_TABLES, "the examples are of the real games")
class Readme(unittest.TestCase):
    def test_every_example_runs(self):
        examples = re.findall(r"```python\n(.*?)```", README, re.S)
        self.assertGreaterEqual(len(examples), 3)
        for example in examples:
            exec(compile(example, "README.md", "exec"), {})

    def test_the_bot_is_that_of_the_file(self):
        file = (ROOT / "clients/rules-python/examples/playouts.py").read_text(encoding="utf-8")
        bots = [example for example in re.findall(r"```python\n(.*?)```", README, re.S) if "(Bot)" in example]
        self.assertEqual(len(bots), 1)
        self.assertIn(bots[0], file)

    def test_who_reads_the_table_of_columns_may_stop_at_any_time(self):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([sys.executable, "-m", "tefuda_rules", "fortyone", "2"], stdout=writer, stderr=subprocess.PIPE, text=True)
        os.close(writer)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
