"""What docs/worlds.md says, and what the picture draws."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.claims.judge import judge_claim
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.measurement import Metrics
from compsparse.claims.registry import Registry
from compsparse.worlds.errors import WorldsError
from compsparse.worlds.page import worlds_page
from compsparse.worlds.picture import COLORS, Line, blocks, lines, picture
from compsparse.worlds.summary import by_world, evidence, failing, never_failing, refuted_in
from workflow_engine.artifacts.pictures import encode
from workflow_engine.configuration.worlds import World, Worlds

WORLDS = Worlds(
    study="toy",
    worlds={
        "flat": World(takes_away="The slope.", fails=["toy_curve_slope"]),
        "bent": World(takes_away="The line.", fails=["toy_curve_slope"]),
    },
)


@pytest.fixture
def table() -> pd.DataFrame:
    """Curve: fails as expected, then is spared. Other: never fails. The check fails once."""
    verdicts = {
        "toy_curve_slope": ("holds", "fails", "holds"),
        "toy_curve_count": ("holds", "fails", "not measured"),
        "toy_other_slope": ("holds", "not touched", "undecided"),
    }
    return pd.DataFrame(
        [
            {
                "claim": claim,
                "role": "check" if claim.endswith("count") else "claim",
                "world": world,
                "base_verdict": "holds",
                "verdict": verdict,
                "value": 1.5,
                "low": 1.0,
                "high": 2.0,
                "seeds": 4,
                "apart": False,
                "expected": claim == "toy_curve_slope" and world != "identity",
                "reason": None,
            }
            for claim, of_claim in verdicts.items()
            for world, verdict in zip(("identity", "flat", "bent"), of_claim, strict=True)
        ]
    )


@pytest.fixture
def claims(registry: Registry, base: Metrics) -> list[JudgedClaim]:
    """The committed claims."""
    return [judge_claim(claim, registry, base, "smoke") for claim in registry.claims]


def test_claims_are_sorted_by_what_came_of_them(table: pd.DataFrame, registry: Registry) -> None:
    ids = [claim.id for claim in evidence(registry.claims)]
    assert ids == ["toy_curve_slope", "toy_other_slope"]
    flat, bent = by_world(table, ids)
    assert (flat.as_expected, flat.spared, flat.touched) == (ids[:1], [], ids[:1])
    assert (bent.spared, bent.holds, bent.undecided) == (ids[:1], ids[:1], ids[1:])
    assert failing(table) == {"toy_curve_slope", "toy_curve_count"}
    assert never_failing(table, ids) == ["toy_other_slope"]
    # what the run itself refutes can fail; what it cannot test was not tried
    for verdict in ("fails", "not testable"):
        table.loc[table["claim"] == "toy_other_slope", "base_verdict"] = verdict
        assert never_failing(table, ids) == []


def test_the_page_tells_of_each_world(table: pd.DataFrame, claims: list[JudgedClaim]) -> None:
    verdicts = {"toy": {claim.id: str(claim.verdict) for claim in claims}}
    page = worlds_page({"toy": claims}, {"toy": WORLDS}, {"toy": table}, {}, verdicts)
    assert "| toy | 2 | 1 of 2 | 1 of 2 | 0 of 0 | 1 | 0 | 1 |" in page
    assert "| flat | The slope. | 1 | 1 | 1 | 0 | 0 | 0 | 0 |" in page
    bent = page[page.index("### toy: bent") :]
    assert (
        "| toy_curve_slope | should have failed | holds | holds "
        "| 1.5 [1, 2] (4), not apart from the run |"
    ) in bent
    assert "### toy: failing claims that are not shown able to hold\n\nNone.\n" in page
    # the slope holds in the world bent; nothing shows that the other one could hold
    failing_both = {"toy": dict.fromkeys(verdicts["toy"], "fails")}
    page = worlds_page({"toy": claims}, {"toy": WORLDS}, {"toy": table}, {}, failing_both)
    assert "| toy | 2 | 1 of 2 | 0 of 0 | 1 of 2 |" in page
    assert page.endswith("not shown able to hold\n\n`toy_other_slope`.\n")
    never = page[page.index("### toy: claims that fail in no world") :]
    assert "| toy_other_slope | not touched: 1, undecided: 1 |" in never
    assert "toy_curve_count" not in page  # a check
    # what fails at another root seed can fail
    replication = pd.DataFrame({"claim": ["toy_other_slope"] * 2, "verdict": ["holds", "fails"]})
    assert refuted_in(replication) == {"toy_other_slope"}
    page = worlds_page(
        {"toy": claims}, {"toy": WORLDS}, {"toy": table}, {"toy": {"toy_other_slope"}}, verdicts
    )
    assert "### toy: claims that fail in no world\n\nNone.\n" in page


def test_a_study_that_was_not_tried_is_said_to_be(claims: list[JudgedClaim]) -> None:
    page = worlds_page({"toy": claims, "plain": []}, {"toy": WORLDS}, {}, {}, {})
    assert "| toy | 2 | not tried with the present results | - | - | - | - | - |" in page
    assert "| plain | none | - | - | - | - | - | - |" in page
    assert page.endswith("The study was not tried with the present results.\n")


def test_a_table_about_other_claims_or_worlds_is_refused(
    table: pd.DataFrame, claims: list[JudgedClaim]
) -> None:
    for other, words in (
        (table[table["claim"] != "toy_other_slope"], "other claims.*toy_other_slope"),
        (table.replace("bent", "round"), "other worlds.*bent"),
    ):
        with pytest.raises(WorldsError, match=words):
            worlds_page({"toy": claims}, {"toy": WORLDS}, {"toy": other}, {}, {})


def test_the_picture_shows_every_claim_in_every_world(
    table: pd.DataFrame, registry: Registry
) -> None:
    figure = picture(table, registry)
    (axes,) = figure.axes
    verdicts = list(COLORS)
    drawn = axes.collections[0].get_array().reshape(4, 3)
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == ["curve", "slope", "other", "slope"]
    shown = [[verdicts[int(code)] for code in row] for row in drawn[[1, 3]]]
    assert shown == [["holds", "fails", "holds"], ["holds", "not touched", "undecided"]]
    assert np.ma.getmaskarray(drawn)[[0, 2]].all()
    # what was expected to fail
    assert [line.get_xydata().tolist() for line in axes.lines] == [[[1, 1]], [[2, 1]]]
    assert figure.get_suptitle() == "toy: 1 of 2 testable claims fail\nin at least one world"
    assert encode(Path("a.png"), figure).startswith(b"\x89PNG")
    in_the_run = table.assign(
        base_verdict=table["base_verdict"].mask(table["claim"] == "toy_other_slope", "fails")
    )
    assert picture(in_the_run, registry).get_suptitle().endswith("one world, 1 more in the run")


def test_what_the_scale_cannot_test_is_left_out_of_the_picture(
    table: pd.DataFrame, registry: Registry
) -> None:
    base = table["base_verdict"].mask(table["claim"] == "toy_other_slope", "not testable")
    figure = picture(table.assign(base_verdict=base), registry)
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["curve", "slope"]
    assert figure.get_suptitle().startswith("toy: 1 of 1 testable claims fail")


def test_many_claims_stand_in_two_blocks_divided_at_a_result(registry: Registry) -> None:
    rows = lines(evidence(registry.claims), "toy")
    assert rows == [
        Line("curve"),
        Line("slope", "toy_curve_slope"),
        Line("other"),
        Line("slope", "toy_other_slope"),
    ]
    assert blocks(rows) == [rows]
    assert blocks(rows * 20) == [rows * 10, rows * 10]
