"""Tests the report's statistics and targets against values computed by hand."""
import contextlib
import io
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))

import report  # noqa: E402


class Figures(unittest.TestCase):
    results = {"ours": [{"rate": 30}, {"rate": 10}, {"rate": 80}],
               "ceiling": [{"rate": 60}, {"rate": 40}, {"rate": 100}]}

    def test_the_median_is_reported(self):
        self.assertEqual(report.median(self.results["ours"], "rate"), 30)

    def test_ratios_are_of_the_same_round(self):
        self.assertEqual(report.ratios(self.results, "ours", "ceiling", "rate"), [0.5, 0.25, 0.8])

    def test_the_spread_is_the_largest_deviation_from_the_median(self):
        self.assertEqual(report.spread([90, 100, 125]), 25)

    def test_cpu_microseconds_for_each_update(self):
        self.assertEqual(report.cpu_us({"server_cpu": 0.5, "updates_a_second": 100_000}), 5)


class Targets(unittest.TestCase):
    def test_a_target_is_met_if_the_median_meets_it(self):
        targets = report.Targets()
        targets.at_least("a", [0.6, 0.7, 0.9], 0.7)
        targets.at_least("b", [0.6, 0.69, 0.9], 0.7)
        targets.at_most("c", [1, 3, 9], 3)
        targets.at_most("d", [1, 3.1, 3.2], 3)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            targets.show()
        self.assertEqual(printed.getvalue(), """targets
|   | measured | lowest | highest | target       | met |
|---|----------|--------|---------|--------------|-----|
| a | 0.7      | 0.6    | 0.9     | at least 0.7 | yes |
| b | 0.69     | 0.6    | 0.9     | at least 0.7 | NO  |
| c | 3        | 1      | 9       | at most 3    | yes |
| d | 3.1      | 1      | 3.2     | at most 3    | NO  |

""")
