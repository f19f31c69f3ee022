"""The PostgreSQL store with a database."""
import os
import subprocess

from cluster import TOP


def test_the_store_keeps_its_promises_with_a_database(postgres):
    done = subprocess.run([str(TOP / "build/release/bin/test-server-journal"), "[.postgres]"], text=True,
                          capture_output=True, env={**os.environ, "TEFUDA_TEST_DATABASE": postgres.url()})
    assert done.returncode == 0, done.stdout[-4000:]
