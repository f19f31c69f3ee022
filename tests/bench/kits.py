#!/usr/bin/env python3
"""How fast each bot kit plays in many rooms on one connection, beside what the server's default limits allow: Selfish for two
against `easy`, in 1,000 rooms at once, or as many as the argument says. Builds the kits as tests/bots does. Uses the server of
build/release, or the program named by TEFUDA_SERVER."""
import subprocess
import sys
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bots"))

from test_bots import CppKit, JavaScriptKit, PythonKit, server_with  # noqa: E402

RATE, BURST = 100, 300  # the defaults of --message-rate


def measure(kit, rooms):
    """Returns (seconds, messages of the client, refused ones)."""
    with server_with() as port:
        done = subprocess.run([*kit.program(kit, "many_rooms"), f"ws://127.0.0.1:{port}/ws", rooms],
                              stdout=subprocess.PIPE, text=True, check=True)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            metrics = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if line[0] != "#")
    return (float(done.stdout), float(metrics["tefuda_messages_received_total"]),
            float(metrics['tefuda_errors_total{code="rate_limited"}']))


def main():
    rooms = sys.argv[1] if len(sys.argv) > 1 else "1000"
    print("| kit | seconds | messages | of those allowed, % | refused |\n| --- | --- | --- | --- | --- |")
    for kit in (PythonKit, JavaScriptKit, CppKit):
        kit.setUpClass()
        try:
            seconds, messages, refused = measure(kit, rooms)
        finally:
            kit.tearDownClass()
            kit.doClassCleanups()
        share = 100 * messages / (BURST + RATE * seconds)
        print(f"| {kit.__name__[:-3]} | {seconds:.1f} | {messages:.0f} | {share:.1f} | {refused:.0f} |", flush=True)


main()
