"""Files of tests/e2e once more, with a database instead of a folder: what people and the operator are promised. test_several_servers.py
has those that are worth more."""
import pytest

from e2e import passes_with_database
from scenes import secrets_found

PEOPLE = ("people", "people_lines", "people_time", "people_continue", "people_puzzles", "daily", "daily_days", "daily_secrecy")


@pytest.fixture(scope="module")
def told(postgres):
    """Every secret that was given out is written to this file."""
    return postgres.folder.parent / "told"


def test_what_an_operator_decides(postgres):
    passes_with_database(postgres, "TEFUDA_OPERATOR_DATABASE", "operator")


@pytest.mark.parametrize("name", PEOPLE)
def test_what_players_are_promised(postgres, told, name):
    passes_with_database(postgres, "TEFUDA_PEOPLE_DATABASE", name, TEFUDA_PEOPLE_TOLD=str(told))


def test_no_secret_is_in_a_file_of_the_database(postgres, told):
    """Of those that the tests above were given."""
    secrets = told.read_text().split()
    assert len(secrets) > 40
    assert not secrets_found(postgres, secrets)
