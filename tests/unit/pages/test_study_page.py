"""What docs/<study>/claims.md says, and its pictures."""

import posixpath
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import pytest

from compsparse.claims.band import Band
from compsparse.claims.documents import Documents
from compsparse.claims.registry import Registry
from compsparse.claims.results_page import results_page
from compsparse.claims.statements import judged_statements
from compsparse.pages.forest import forest, pictured
from compsparse.pages.front_page import front_page
from compsparse.pages.readme_block import verdicts_block
from compsparse.pages.study_page import forests, study_page
from compsparse.verdicts.official import Verdicts
from compsparse.verdicts.official_claim import OfficialClaim
from tests.unit.pages.conftest import AGAINST, FAR

SVG = "{http://www.w3.org/2000/svg}"


def result(page: str, title: str) -> str:
    return page.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_claims_stand_by_result_with_checks_and_bounds_apart(
    claims: list[OfficialClaim], registry: Registry
) -> None:
    page = study_page("toy", Verdicts(claims), registry, {"toy_curve.png"})
    assert "4 claims: 1 holds, 1 fails, 1 undecided, 1 not testable. 1 check: 1 holds." in page
    assert "Verdicts are those of root seed 0 alone, at scale default." in page
    curve = result(page, "The curve")
    assert (
        "[table](../../results/toy/tables/toy_curve.csv), [figure](../figures/toy_curve.png)"
        in (curve)
    )
    assert "![Intervals of the claims on toy_curve](forest/toy_curve.svg)" in curve
    evidence, apart = curve.split("Checks, which only a bug can make fail:")
    checks, bounds = apart.split("Regression bounds, which are no evidence for a document:")
    assert "The curve rises." in evidence and "Counts." in checks and "Quick enough." in bounds
    assert "Counts." not in evidence and "Quick" not in evidence + checks
    assert '<a id="toy_curve_slope"></a>[`slope`](#toy_curve_slope): The curve rises. ' in evidence
    assert "| 1.25 [0.5, 2] (4) | > 0 | holds | at these sizes 1.3: -4.0 %" in evidence
    assert "<br>asymptotic 2: -37.5 %" in evidence
    assert "- `gap` fails: The margin is narrow" in evidence
    assert "[004_figure_1](../claims.md#004_figure_1)" in evidence
    assert "[`slope`](results.md#curve-slope)" in evidence
    assert "0123abc, changed 4567def" in evidence
    # without pooling nobody knows at how many root seeds a claim holds alone
    assert "| alone |" not in curve


def test_a_result_without_registry_entry_keeps_its_id(claims: list[OfficialClaim]) -> None:
    page = study_page("toy", Verdicts(claims), None)
    other = result(page, "toy_other")
    assert "undecided (17 replicates would decide)" in other
    assert "not testable below scale paper" in other and "| - | > 0 |" in other
    assert "`bend`" in other and "results.md" not in other


def test_pooled_claims_say_at_how_many_root_seeds_they_hold(
    pooled_claim: Callable[..., OfficialClaim], judged_claim: Callable[..., OfficialClaim]
) -> None:
    page = study_page("toy", Verdicts([pooled_claim()]), None)
    assert "Verdicts are those of root seeds 11, 12, 13 and 14 together" in page
    assert "| holds | 3 of 4 |" in page
    assert "do not follow from the present results" not in page


def test_pictures_are_of_results_with_something_to_draw(claims: list[OfficialClaim]) -> None:
    verdicts = Verdicts(claims)
    assert list(forests({"toy": verdicts})) == [
        "toy/forest/toy_curve.svg",
        "toy/forest/toy_other.svg",
    ]
    assert forests({"toy": Verdicts(claims[1:2])}) == {}


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
    assert {"slope", "1 [0, 2] (4) undecided", "theory at these sizes", "asymptotic theory"} <= {
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


def test_every_link_between_the_pages_leads_somewhere(
    claims: list[OfficialClaim], documents: Documents, registry: Registry
) -> None:
    verdicts = {"toy": Verdicts(claims)}
    pages = {
        "README.md": verdicts_block(verdicts, judged_statements(documents, claims)),
        "docs/claims.md": front_page(verdicts, documents),
        "docs/toy/claims.md": study_page("toy", verdicts["toy"], registry),
        "docs/toy/results.md": results_page(registry),
    }
    places = {
        f"{page}#{name}"
        for page, text in pages.items()
        for name in re.findall(r'<a id="(.+?)"', text)
    }
    for page, text in pages.items():
        for link in re.findall(r"\]\(([^)]*#[^)]*)\)", text):
            file, _, name = link.partition("#")
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(page), file)) if file else page
            )
            assert f"{target}#{name}" in places or name == "out-of-scope", (page, link)
    assert len(places) > len(claims)
