"""Runs the tests of a folder, by default this one. The last line of the output is `N passed, N failed[, N skipped]`."""
import sys
import unittest
from pathlib import Path


class Result(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).parent)
    suite = unittest.defaultTestLoader.discover(folder, pattern="test_*.py")
    runner = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, resultclass=Result)
    result = runner.run(suite)
    skipped = len(result.skipped)
    failed = suite.countTestCases() - result.passed - skipped
    print(f"{result.passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), flush=True)
    sys.exit(failed != 0)
