"""Files of tests/e2e with a database instead of a folder."""
import os
import subprocess

from cluster import SERVER, TOP


def passes_with_database(postgres, variable, name, **environment):
    """Runs the file with a database of its own, whose URL is in this variable."""
    postgres.query(f"CREATE DATABASE {name}")
    done = subprocess.run(["node", "--test", "--test-reporter=tap", f"tests/e2e/{name}.test.mjs"], cwd=TOP, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          env={**os.environ, "TEFUDA_SERVER": SERVER, variable: postgres.url(database=name), **environment})
    assert done.returncode == 0, done.stdout[-6000:]
