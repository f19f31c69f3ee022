"""Starts a server for the arena and stops it afterwards."""
import contextlib
import os
import re
import shutil
import subprocess
from pathlib import Path

BUILT = Path("build/release/bin/tefuda-server")


def find_server():
    """The path of a server program: TEFUDA_SERVER, else a release build in a folder above this file or above the current
    one, else one in PATH; None if there is none."""
    if "TEFUDA_SERVER" in os.environ:
        return os.environ["TEFUDA_SERVER"]
    for folder in (*Path(__file__).resolve().parents, Path.cwd(), *Path.cwd().parents):
        if (folder / BUILT).exists():
            return str(folder / BUILT)
    return shutil.which("tefuda-server")


@contextlib.contextmanager
def local_server(program, flags):
    """Runs a server for the duration of the context; yields its WebSocket URL. \\raises RuntimeError"""
    # The server would read TEFUDA_… variables as configuration.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TEFUDA_")}
    # Bots of one thread answer in the order in which they were asked, so that a seed repeats their matches.
    one = [] if any(flag.startswith("--bot-threads") for flag in flags) else ["--bot-threads=1"]
    process = subprocess.Popen([program, "--port", "0", "--log-level", "off", "--allow-fixed", "--no-limits", *one, *flags],
                               stdout=subprocess.PIPE, env=environment, text=True)
    try:
        found = re.search(r"http(://\S+/)", process.stdout.readline())
        if not found:
            raise RuntimeError(f"{program} did not start")
        yield f"ws{found[1]}ws"
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()
