"""The PostgreSQL store with a database."""
import os
import subprocess

from cluster import SERVER, TOP


def test_the_store_keeps_its_promises_with_a_database(postgres):
    done = subprocess.run([str(TOP / "build/release/bin/test-server-store"), "[.postgres]"], text=True,
                          capture_output=True, env={**os.environ, "TEFUDA_TEST_DATABASE": postgres.url()})
    assert done.returncode == 0, done.stdout[-4000:]


def test_a_database_that_cannot_keep_every_name_is_refused_at_the_start(postgres):
    postgres.query("CREATE DATABASE latin ENCODING LATIN1 TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    done = subprocess.run([SERVER, "--port", "0", "--database", postgres.url(database="latin")], text=True,
                          capture_output=True, timeout=60, check=False)
    assert done.returncode == 1, done
    assert "The database has the encoding LATIN1" in done.stderr, done.stderr
    assert "createdb -E UTF8" in done.stderr, done.stderr
