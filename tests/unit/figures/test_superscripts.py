import pytest
from matplotlib.figure import Figure

from compsparse.figures.superscripts import plain_powers, superscript


@pytest.mark.parametrize(("exponent", "raised"), [(0, "⁰"), (-12, "⁻¹²"), (345, "³⁴⁵")])
def test_superscript(exponent: int, raised: str) -> None:
    assert superscript(exponent) == raised


def labels(low: float, high: float, *, plain: bool, minor: bool) -> list[str]:
    figure = Figure()
    axes = figure.subplots()
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    if plain:
        plain_powers(figure)
    figure.draw_without_rendering()
    return [text.get_text() for text in axes.get_xticklabels(minor=minor)]


@pytest.mark.parametrize("minor", [False, True])
@pytest.mark.parametrize("limits", [(1e-9, 1e6), (0.5, 200), (2.0, 3.5), (3e-4, 5e-4)])
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
    plain_powers(figure)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["one", "two"]
