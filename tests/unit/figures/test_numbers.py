"""Numbers as figures write them."""

from compsparse.figures.numbers import in_type


def test_a_negative_number_has_a_minus_sign() -> None:
    assert in_type(-0.5, ".2f") == "−0.50"
    assert in_type(1.25, ".2g") == "1.2"
