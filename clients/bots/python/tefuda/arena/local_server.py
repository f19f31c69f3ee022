"""A server of the arena's own, for as long as it is needed."""
import contextlib
import os
import re
import shutil
import subprocess
from pathlib import Path

BUILT = Path("build/release/bin/tefuda-server")


def find_server():
    """The program that TEFUDA_SERVER names, one built beside this kit or here, or one on the path; None where there is none."""
    if "TEFUDA_SERVER" in os.environ:
        return os.environ["TEFUDA_SERVER"]
    for folder in (*Path(__file__).resolve().parents, Path.cwd()):
        if (folder / BUILT).exists():
            return str(folder / BUILT)
    return shutil.which("tefuda-server")


@contextlib.contextmanager
def local_server(program, flags):
    """Gives its WebSocket address."""
    # TEFUDA_… would configure the server.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TEFUDA_")}
    process = subprocess.Popen([program, "--port", "0", "--log-level", "off", "--allow-fixed", "--no-limits", *flags],
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
