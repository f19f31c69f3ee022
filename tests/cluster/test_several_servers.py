"""Files of tests/e2e of which a part needs several servers, and is skipped without a database."""
import pytest

from e2e import passes_with_database


@pytest.mark.parametrize("variable, name", (("TEFUDA_PEOPLE_DATABASE", "daily_servers"), ("TEFUDA_PEOPLE_DATABASE", "evening"),
                                            ("TEFUDA_OPERATOR_DATABASE", "sanctions"), ("TEFUDA_OPERATOR_DATABASE", "reports")))
def test_with_database(postgres, variable, name):
    passes_with_database(postgres, variable, name)
