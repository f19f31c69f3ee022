"""Runs the tests of this folder; the last line of the output is `N passed, N failed`."""
import sys
import unittest
from pathlib import Path


class Result(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


if __name__ == "__main__":
    suite = unittest.defaultTestLoader.discover(str(Path(__file__).parent), pattern="test_*.py")
    runner = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, resultclass=Result)
    result = runner.run(suite)
    failed = suite.countTestCases() - result.passed
    print(f"{result.passed} passed, {failed} failed", flush=True)
    sys.exit(failed != 0)
