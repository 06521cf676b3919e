import pytest

from compsparse.figures.powers import power, raised


@pytest.mark.parametrize(
    ("exponent", "form", "written"),
    [
        (-1.0, "g", "p⁻¹"),
        (12.0, "g", "p¹²"),
        (-0.75, "g", r"p$^\mathregular{-0.75}$"),
        (1.0, ".2f", r"p$^\mathregular{1.00}$"),
    ],
)
def test_a_power_is_a_formula_only_where_unicode_cannot_raise_its_exponent(
    exponent: float, form: str, written: str
) -> None:
    assert power("p", exponent, form) == written


def test_a_raised_fraction() -> None:
    assert f"d{raised('k/2-1')}" == r"d$^\mathregular{k/2-1}$"
