"""Equal figures have equal bytes: no date, no program name, no random id."""

from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure

from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.pictures import encode

suffixes = pytest.mark.parametrize("suffix", [".svg", ".png"])


def figure(height: float = 1.0) -> Figure:
    """Draw lines, text, a legend, a clipped patch."""
    drawn = Figure(figsize=(2, 2))
    axes = drawn.subplots()
    axes.plot([0, 1, 2], [0, height, 0], marker="o", label="a line")
    axes.fill_between([0, 1], [0, 0], [1, height], hatch="//")
    axes.set_title("$x^2$ and text")
    axes.legend()
    return drawn


@suffixes
def test_equal_figures_have_equal_bytes(suffix: str) -> None:
    first = encode(Path(f"a{suffix}"), figure())
    assert encode(Path(f"other/b{suffix}"), figure()) == first
    drawn = figure()
    assert encode(Path(f"a{suffix}"), drawn) == encode(Path(f"a{suffix}"), drawn) == first


@suffixes
def test_other_figures_have_other_bytes(suffix: str) -> None:
    path = Path(f"a{suffix}")
    assert encode(path, figure()) != encode(path, figure(height=0.5))


@suffixes
def test_settings_that_make_ids_random_do_not_count(suffix: str) -> None:
    first = encode(Path(f"a{suffix}"), figure())
    with mpl.rc_context({"svg.hashsalt": "other", "svg.fonttype": "none"}):
        assert encode(Path(f"a{suffix}"), figure()) == first


@suffixes
def test_settings_in_force_when_a_figure_is_written_do_not_count(suffix: str) -> None:
    first, drawn = encode(Path(f"a{suffix}"), figure()), figure()
    others = {"savefig.dpi": 30, "savefig.transparent": True, "path.simplify": False}
    with mpl.rc_context(others | {"savefig.bbox": "tight", "hatch.linewidth": 5}):
        assert encode(Path(f"a{suffix}"), drawn) == first
        assert mpl.rcParams["savefig.dpi"] == 30


def test_the_formats_are_what_they_say_and_name_no_date_and_no_program() -> None:
    svg, png = (encode(Path(f"a{suffix}"), figure()) for suffix in (".svg", ".png"))
    assert png.startswith(b"\x89PNG") and b"Software" not in png and b"tIME" not in png
    assert b"<svg" in svg and b"<dc:date>" not in svg and b"<dc:creator>" not in svg
    assert b"<text" not in svg  # text is drawn as paths


@suffixes
@pytest.mark.parametrize("content", [None, "figure", b"\x89PNG", object()])
def test_what_is_no_figure_is_refused(suffix: str, content: object) -> None:
    with pytest.raises(ArtifactError, match="needs a matplotlib Figure"):
        encode(Path(f"a{suffix}"), content)
