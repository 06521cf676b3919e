"""Polynomials and tables: closed forms, transforms and leaps against other ways to have them."""

import numpy as np
import pytest

from compsparse.studies.genericity.measures.generate_measures import shift_for
from compsparse.studies.genericity.target import table
from compsparse.studies.genericity.target.description import DrawnTarget, Target, read_product
from compsparse.studies.genericity.target.polynomial import (
    Inputs,
    Polynomial,
    degree_weights,
    hermite_footprint,
    parity_footprint,
    spectrum,
)

PARITY = Polynomial(12, [(1.0, range(8))])
MIXED = Polynomial(6, [(0.5, [0]), (-2.0, [1, 2]), (1.0, [0, 1, 2, 3])])


@pytest.mark.parametrize("inputs", [Inputs(0.5), Inputs(1.0), Inputs.biased(0.75)], ids=str)
def test_the_footprint_of_a_product_has_a_closed_form(inputs: Inputs) -> None:
    assert PARITY.footprint(inputs) == pytest.approx(parity_footprint(8, inputs), rel=1e-9)


@pytest.mark.parametrize(("shift", "probability"), [(0.0, 0.5), (0.7, 0.5), (0.0, 0.8), (0.3, 0.6)])
def test_profiles_are_those_of_drawn_inputs(shift: float, probability: float) -> None:
    """Footprint and variance by correlations with the inputs, not by coefficients."""
    random = np.random.default_rng(0)
    x = np.where(random.random((400_000, 6)) < probability, 1.0, -1.0)
    biased = Inputs.biased(probability)
    values = MIXED.values(x + shift)
    z = (x - biased.mean) / biased.deviation
    linear = ((values - values.mean()) @ z / len(z)) ** 2
    inputs = Inputs(biased.mean + shift, biased.deviation)
    assert MIXED.footprint(inputs) == pytest.approx(linear.sum() / values.var(), abs=0.005)
    mean, deviation = MIXED.moments(inputs)
    assert (mean, deviation) == pytest.approx((values.mean(), values.std()), abs=0.02)


def test_a_shift_of_polynomial_and_of_table_agree() -> None:
    coefficients = np.zeros(64)
    for weight, row in zip(MIXED.weights, MIXED.members, strict=True):
        coefficients[(1 << np.flatnonzero(row)).sum()] = weight
    found = table.profile(table.shifted(coefficients, 0.3))
    np.testing.assert_allclose(found[:4], MIXED.profile(Inputs(0.3)), atol=1e-12)


def test_the_transform_is_that_of_its_definition() -> None:
    values = np.random.default_rng(0).standard_normal(16)
    places = np.arange(16)
    signs = (-1.0) ** np.bitwise_count(places[:, None] & places)
    np.testing.assert_allclose(spectrum(values), signs @ values / 16, atol=1e-12)
    assert degree_weights(spectrum(values)).sum() == pytest.approx((values**2).mean())


def test_the_majority_of_three_has_its_known_coefficients() -> None:
    found = spectrum(table.majority(3))
    np.testing.assert_allclose(found[[1, 2, 4, 7]], [0.5, 0.5, 0.5, -0.5])


def test_hermite_shares_are_those_of_normal_inputs() -> None:
    t = np.random.default_rng(0).standard_normal(2_000_000)
    shift = 0.8
    values = (t + shift) ** 3 - 3 * (t + shift)
    share = ((values - values.mean()) * t).mean() ** 2 / values.var()
    assert hermite_footprint(3, shift) == pytest.approx(share, rel=0.02)


@pytest.mark.parametrize(
    ("products", "leap"),
    [
        (["1..10"], 10),
        (["1", "1..10"], 9),
        (["11", "1..10"], 10),
        (["1", "1..2", "1..4", "1..10"], 6),
        (["1", "1..4", "1..7", "1..10"], 3),
        (["1..10", "1..7", "1", "1..4"], 3),  # whatever the order
        (["1..2", "3..4", "2..3"], 2),
    ],
)
def test_leaps(products: list[str], leap: int) -> None:
    assert Polynomial(12, [read_product(text) for text in products]).leap == leap


def test_bad_shifts_leave_no_footprint() -> None:
    random = np.random.default_rng(0)
    for _ in range(5):
        function = table.symmetric_polynomial(6, random)
        for shift in table.bad_shifts(function):
            assert table.profile(table.shifted(function, shift))[0] < 1e-9
        grid = np.linspace(-3, 3, 601)
        low = [table.profile(table.shifted(function, shift))[0] < 1e-9 for shift in grid]
        assert sum(low) <= len(table.bad_shifts(function))


def test_products_can_be_cut_and_grown() -> None:
    target = Target(("0.5*1..3", "1..4"), shift=0.5)
    assert target.cut(2).products == ("1*1,2",)
    assert target.grown(2).products == ("0.5*1,2,3,4,5", "1*1,2,3,4,5,6")
    assert target.grown(2).shift == 0.5


def test_a_shift_is_of_the_inputs_and_not_of_the_output() -> None:
    target = DrawnTarget.draw(Target(("1..3",), shift=1.0), 5, np.random.default_rng(0))
    x = np.where(np.random.default_rng(1).random((50_000, 5)) < 0.5, 1.0, -1.0)
    y = target.values(x)
    assert (y.mean(), y.std()) == pytest.approx((0, 1), abs=0.03)
    assert (
        len(np.unique(y.round(9))) == 2
    )  # (x + 1) ... is 8 where all three are 1, and 0 elsewhere
    assert (y > 0).mean() == pytest.approx(1 / 8, abs=0.01)


def test_replicates_have_other_variables_and_signs() -> None:
    one, other = (
        DrawnTarget.draw(Target(("1..3",)), 30, np.random.default_rng(run)) for run in range(2)
    )
    x = np.where(np.random.default_rng(9).random((500, 30)) < 0.5, 1.0, -1.0)
    assert abs(np.corrcoef(one.values(x), other.values(x))[0, 1]) < 0.2


def test_the_shift_that_a_footprint_needs() -> None:
    for degree in (2, 10, 20):
        assert parity_footprint(degree, Inputs(shift_for(1e-3, degree))) == pytest.approx(1e-3)


@pytest.mark.parametrize("text", ["", "a", "1..", "2*", "1;2"])
def test_products_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="A product is written as"):
        read_product(text)


def test_what_cannot_be_is_refused_with_its_limit() -> None:
    for monomials, message in (
        ([], "needs a product"),
        ([(1.0, [0, 0])], "different variables"),
        ([(1.0, [7])], "Variables are 0 to 4"),
        ([(0.0, [1])], "weight 0 or stands twice"),
        ([(1.0, [1]), (2.0, [1])], "weight 0 or stands twice"),
    ):
        with pytest.raises(ValueError, match=message):
            Polynomial(5, monomials)
    with pytest.raises(ValueError, match="between 0 and 1"):
        Inputs.biased(1.0)
    with pytest.raises(ValueError, match="1 to 22 bits, not 30"):
        table.require_bits(30)
    with pytest.raises(ValueError, match="odd number of bits"):
        table.majority(4)
    with pytest.raises(ValueError, match="variance is 0"):
        table.profile(np.zeros(8))
    with pytest.raises(ValueError, match="2\\^n values, not 6"):
        spectrum(np.zeros(6))
