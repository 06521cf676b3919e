"""What the settings of the edge cases refuse."""

from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.emergence.edge_cases.plan import (
    Activation,
    Anisotropic,
    QuadraticExponents,
)

QUADRATIC: dict[str, Any] = {
    "generate": {
        "directions": 8,
        "neurons": 16,
        "dimension": 64,
        "basis": "teacher",
        "runs": 2,
    },
    "train": {
        "exponents": [1.0],
        "initial_strength": 1e-9,
        "fraction": 0.05,
        "duration": 1.5,
        "times": 10,
    },
    "evaluate": {"window": [2, 4]},
}


def changed(section: str, **changes: Any) -> dict[str, Any]:
    return QUADRATIC | {section: QUADRATIC[section] | changes}


def test_usable_settings_are_taken() -> None:
    assert QuadraticExponents.model_validate(QUADRATIC).evaluate.window == [2, 4]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (changed("generate", neurons=7), "7 do not learn them all"),
        (changed("evaluate", window=[2, 9]), "9 is beyond them"),
        (changed("evaluate", window=[4, 4]), "in increasing order, not"),
        (changed("train", initial_strength=1e-3), "less than or equal to"),
        (changed("train", exponents=[0.5]), "greater than 0.5"),
    ],
)
def test_unusable_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        QuadraticExponents.model_validate(settings)


@pytest.mark.parametrize(
    ("degrees", "squares", "message"),
    [
        ([4, 3], [0.5, 0.5], "in increasing order, not"),
        ([3, 4], [1.0], "one squared coefficient for each degree"),
        ([3, 4], [0.5, 0.6], "with the sum 1"),
        ([2, 4], [0.5, 0.5], "greater than or equal to 3"),
    ],
)
def test_unusable_activations_are_refused(
    degrees: list[int], squares: list[float], message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        Activation.model_validate({"degrees": degrees, "squared_coefficients": squares})


def test_anisotropic_inputs_take_the_teachers_basis_only() -> None:
    settings = {
        "generate": QUADRATIC["generate"] | {"basis": "span"},
        "train": {
            "spectra": [0.0],
            "exponent": 1.0,
            "initial_strength": 1e-9,
            "fraction": 0.05,
            "duration": 1.5,
            "times": 10,
        },
    }
    with pytest.raises(ValidationError, match="'teacher'"):
        Anisotropic.model_validate(settings)
