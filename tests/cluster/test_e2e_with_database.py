"""Files of tests/e2e once more, with a database instead of a folder: all that people and the operator are promised."""
import os
import subprocess

import pytest

from cluster import SERVER, TOP
from scenes import secrets_found

OPERATOR = ("operator", "sanctions", "reports")
PEOPLE = ("people", "people_lines", "people_time", "people_continue", "people_puzzles", "daily", "daily_days", "daily_servers",
          "daily_secrecy", "daily_kill")


@pytest.fixture(scope="module")
def told(postgres):
    """Every secret that was given out is written to this file."""
    return postgres.folder.parent / "told"


def passes_with_database(postgres, variable, name, *flags, **environment):
    """Runs the file with a database of its own, whose URL is in this variable."""
    postgres.query(f"CREATE DATABASE {name}")
    done = subprocess.run(["node", "--test", "--test-reporter=tap", *flags, f"tests/e2e/{name}.test.mjs"], cwd=TOP, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          env={**os.environ, "TEFUDA_SERVER": SERVER, variable: postgres.url(database=name), **environment})
    assert done.returncode == 0, done.stdout[-6000:]


@pytest.mark.parametrize("name", OPERATOR)
def test_what_an_operator_decides(postgres, name):
    passes_with_database(postgres, "TEFUDA_OPERATOR_DATABASE", name)


@pytest.mark.parametrize("name", PEOPLE)
def test_what_players_are_promised(postgres, told, name):
    passes_with_database(postgres, "TEFUDA_PEOPLE_DATABASE", name, TEFUDA_PEOPLE_TOLD=str(told))


def test_no_secret_is_in_a_file_of_the_database(postgres, told):
    """Of those that the tests above were given."""
    secrets = told.read_text().split()
    assert len(secrets) > 40
    assert not secrets_found(postgres, secrets)
