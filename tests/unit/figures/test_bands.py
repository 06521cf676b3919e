"""Means and spreads over replicates, and what the footer says about them."""

import numpy as np
import pytest
from scipy.stats import t as student

from compsparse.figures.bands import Band, draw_band, log_band, mean_band
from compsparse.figures.canvas import new_figure
from compsparse.figures.captions import band_note


def test_few_replicates_show_their_range_around_the_geometric_mean() -> None:
    band = log_band(np.array([[1.0, 2.0], [100.0, 8.0]]))
    assert band.middle == pytest.approx([10.0, 4.0])
    assert band.low == pytest.approx([1.0, 2.0])
    assert band.high == pytest.approx([100.0, 8.0])
    assert band_note([band]) == "2 seeds; line: geometric mean; band: smallest to largest."


def test_many_replicates_show_the_interval_of_their_mean() -> None:
    values = np.random.default_rng(1).normal(size=(12, 3))
    band = mean_band(values)
    error = values.std(axis=0, ddof=1) / np.sqrt(12)
    low, high = student.interval(0.95, 11, loc=values.mean(axis=0), scale=error)
    assert band.low == pytest.approx(low)
    assert band.high == pytest.approx(high)
    assert band_note([band]) == "12 seeds; line: mean; band: 95 % t interval."


def test_interval_on_a_log_axis_is_that_of_the_logarithm() -> None:
    values = np.random.default_rng(2).normal(size=(10, 2))
    on_log, plain = log_band(np.exp(values)), mean_band(values)
    assert np.log(on_log.low) == pytest.approx(plain.low)
    assert np.log(on_log.high) == pytest.approx(plain.high)


def test_one_replicate_has_no_band() -> None:
    band = log_band(np.array([[3.0, 2.0]]))
    axes = new_figure(2.0, 2.0).subplots()
    draw_band(axes, np.array([1.0, 2.0]), band, color="black")
    assert len(axes.collections) == 0
    assert len(axes.lines) == 1
    assert band_note([band]) == "1 seed, no band."


def test_band_and_line_are_drawn() -> None:
    axes = new_figure(2.0, 2.0).subplots()
    draw_band(axes, np.array([1.0]), mean_band(np.array([[1.0], [3.0]])), color="black")
    assert len(axes.collections) == len(axes.lines) == 1


@pytest.mark.parametrize("value", [0.0, -1e-9])
def test_values_that_are_not_positive_are_refused_on_a_log_axis(value: float) -> None:
    with pytest.raises(ValueError, match="1 of 2 values of loss are not positive"):
        log_band(np.array([[1.0, value]]), "loss")


def bands(*shapes: tuple[int, bool]) -> list[Band]:
    return [(log_band if log else mean_band)(np.ones((count, 1))) for count, log in shapes]


def test_note_names_both_means_and_the_range_of_seeds() -> None:
    note = band_note(bands((3, True), (4, False)))
    assert (
        note == "3 to 4 seeds; line: mean (geometric on the log axis); band: smallest to largest."
    )


def test_note_refuses_bands_of_two_kinds() -> None:
    with pytest.raises(ValueError, match="same number of replicates"):
        band_note(bands((3, True), (12, True)))
    with pytest.raises(ValueError, match="bands of one kind"):
        band_note([])
