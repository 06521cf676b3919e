"""What settings refuse, and units of other widths."""

import pytest
from pydantic import ValidationError

from compsparse.studies.regime.shared_settings import Recipe, Rounds, Target, units_of_width

UNITS = {"identity": 14, "gaussian": 4, "sigmoid": 3, "sin": 1}


@pytest.mark.parametrize("width", [4, 5, 7, 10, 14, 22, 44])
def test_units_of_another_width_lose_no_activation(width: int) -> None:
    found = units_of_width(UNITS, width)
    assert sum(found.values()) == width and min(found.values()) >= 1


def test_the_same_width_has_the_same_units() -> None:
    assert units_of_width(UNITS, 22) == UNITS
    assert units_of_width(UNITS, 44) == {name: 2 * number for name, number in UNITS.items()}


def test_a_layer_too_narrow_for_its_activations_is_refused() -> None:
    with pytest.raises(ValueError, match="3 units cannot have 4 activations"):
        units_of_width(UNITS, 3)


def test_a_target_has_one_source() -> None:
    with pytest.raises(ValidationError, match="exactly one of genome, picture and drawing"):
        Target(genome="a.json", drawing="car")


def test_rounds_leave_ever_fewer_weights() -> None:
    recipe = Recipe(optimizer="adam", rate=0.1, final_rate=0.1, steps=1, pixels=0)
    with pytest.raises(ValidationError, match="fewer weights in every round"):
        Rounds(methods=["wanda"], weights=[10, 10], recipe=recipe)
    with pytest.raises(ValidationError, match=r"at most 0\.1, the first; not 0\.2"):
        Recipe(optimizer="adam", rate=0.1, final_rate=0.2, steps=1, pixels=0)
