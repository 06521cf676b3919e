"""What the picture of a result's intervals draws."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import pytest

from compsparse.claims.band import Band
from compsparse.site.forest import forest, pictured
from compsparse.verdicts.official_claim import OfficialClaim
from tests.unit.pages.conftest import AGAINST, FAR

SVG = "{http://www.w3.org/2000/svg}"


def test_a_strip_draws_interval_band_and_theory_where_they_are(
    judged_claim: Callable[..., OfficialClaim],
) -> None:
    # the axis reaches from 0 to 4, a step of 1 is (610 - 280) / (4 * 1.24) wide
    claim = judged_claim(
        value=1.0,
        low=0.0,
        high=2.0,
        accept=Band(low=1.0, high=4.0),
        verdict="undecided",
        finite_size={**AGAINST, "theory": 3.0},
        asymptotic={**FAR, "theory": 4.0},
    )
    root = ElementTree.fromstring(forest([claim]))
    step = 330 / (4 * 1.24)
    place = [280 + (0.48 + x) * step for x in range(5)]
    band = next(r for r in root.iter(f"{SVG}rect") if r.get("fill") == "#CFE3EE")
    assert float(band.get("x", "")) == pytest.approx(place[1], abs=0.06)
    assert float(band.get("width", "")) == pytest.approx(3 * step, abs=0.06)
    interval, *_ = root.iter(f"{SVG}line")
    ends = [float(interval.get(end, "")) for end in ("x1", "x2")]
    assert ends == pytest.approx([place[0], place[2]], abs=0.06)
    (dot,) = root.iter(f"{SVG}circle")
    assert float(dot.get("cx", "")) == pytest.approx(place[1], abs=0.06)
    assert dot.get("fill") == "#FFFFFF"  # open: undecided
    theory = [x for x in root.iter(f"{SVG}line") if x.get("stroke") == "#000000"]
    assert [float(t.get("x1", "")) for t in theory[:2]] == pytest.approx(
        [place[4], place[3]], abs=0.06
    )
    assert [t.get("stroke-dasharray") for t in theory[:2]] == ["3 3", None]
    words = [t.text for t in root.iter(f"{SVG}text")]
    assert {"slope", "1 [0, 2], n = 4 undecided", "theory at these sizes", "asymptotic theory"} <= {
        *words
    }


def test_an_open_band_reaches_the_end_and_a_failure_is_a_square(
    judged_claim: Callable[..., OfficialClaim],
) -> None:
    claim = judged_claim(verdict="fails", accept=Band(below=0.0))
    root = ElementTree.fromstring(forest([claim]))
    band = next(r for r in root.iter(f"{SVG}rect") if r.get("fill") == "#CFE3EE")
    assert float(band.get("x", "")) == 280
    assert not list(root.iter(f"{SVG}circle"))
    assert [r.get("fill") for r in root.iter(f"{SVG}rect") if r.get("width") == "10"] == ["#D55E00"]


def test_a_point_has_a_strip_too_and_what_cannot_be_drawn_has_none(
    claims: list[OfficialClaim], judged_claim: Callable[..., OfficialClaim]
) -> None:
    point = judged_claim(value=0.0, low=0.0, high=0.0, kind="exact", accept=Band(high=0.0))
    assert "nan" not in forest([point])
    assert [claim.id for claim in pictured(claims)] == [
        "toy_curve_slope",
        "toy_curve_gap",
        "toy_other_bend",
    ]
    assert forest(pictured(claims)) == forest(pictured(claims))
