"""No order of events that the model has loses an acknowledged action or stores it twice."""
import pytest

import model


def test_no_order_of_events_loses_or_doubles_an_acknowledged_action():
    states, wrong = model.search(model.Model())
    assert wrong is None
    assert states > 100_000


@pytest.mark.parametrize("part", ("fence", "generations", "waits_for_outcome"))
def test_the_model_needs(part):
    assert model.search(model.Model(**{part: False}))[1], f"nothing is wrong without {part}"
