import pytest
from matplotlib.figure import Figure

from compsparse.figures.ticks import set_log_ticks, superscript


@pytest.mark.parametrize(("exponent", "raised"), [(0, "⁰"), (-12, "⁻¹²"), (345, "³⁴⁵")])
def test_superscript(exponent: int, raised: str) -> None:
    assert superscript(exponent) == raised


def labels(low: float, high: float, *, plain: bool, minor: bool) -> list[str]:
    figure = Figure()
    axes = figure.subplots()
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    if plain:
        set_log_ticks(figure)
    figure.draw_without_rendering()
    return [text.get_text() for text in axes.get_xticklabels(minor=minor)]


@pytest.mark.parametrize(
    ("limits", "minor"),
    [((1e-9, 1e6), False), ((0.5, 200), False), ((2.0, 3.5), True), ((3e-4, 5e-4), True)],
)
def test_the_same_ticks_have_labels_and_none_is_a_formula(
    limits: tuple[float, float], minor: bool
) -> None:
    formulas = labels(*limits, plain=False, minor=minor)
    plain = labels(*limits, plain=True, minor=minor)
    assert [bool(text) for text in plain] == [bool(text) for text in formulas]
    assert not any("$" in text for text in plain)


def test_factors_signs_and_exponents_are_kept() -> None:
    assert "10⁻³" in labels(1e-4, 1e-1, plain=True, minor=False)
    assert "4×10⁻⁴" in labels(3e-4, 5e-4, plain=True, minor=True)


def test_labels_of_the_figures_own_stay() -> None:
    figure = Figure()
    axes = figure.subplots()
    axes.set_xscale("log")
    axes.set_xticks([1.0, 2.0], ["one", "two"])
    set_log_ticks(figure)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["one", "two"]


@pytest.mark.parametrize(
    ("limits", "small"), [((1.0, 10.0), False), ((0.5, 200.0), False), ((2.0, 30.0), True)]
)
def test_small_ticks_are_where_powers_do_not_suffice(
    limits: tuple[float, float], small: bool
) -> None:
    assert bool(labels(*limits, plain=True, minor=True)) == small
