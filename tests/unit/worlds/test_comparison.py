"""A claim in a world is judged by the same band; the identity must reproduce the run."""

from typing import Any

import pytest

from compsparse.claims.judge import judge_claim
from compsparse.claims.measurement import Metrics
from compsparse.claims.registry import Registry
from compsparse.worlds.comparison import in_world
from compsparse.worlds.errors import WorldsError
from compsparse.worlds.outcome import Outcome, require_identity
from tests.unit.worlds.conftest import measured


def found(registry: Registry, base: Metrics, there: Outcome) -> dict[str, dict[str, Any]]:
    """Return what came of each claim in a world."""
    return {
        claim.id: in_world(
            claim, registry, there, "smoke", judge_claim(claim, registry, base, "smoke")
        )
        for claim in registry.claims
    }


def test_verdicts_there_are_held_against_those_of_the_run(
    registry: Registry, base: Metrics
) -> None:
    curve = {**base["toy_curve"], "slope": measured(-1.0)}
    rows = found(registry, base, Outcome({"toy_curve": curve}, {}))
    assert {
        name: (r["verdict"], r["value"], r["apart"], r["seeds"]) for name, r in rows.items()
    } == {
        "toy_curve_slope": ("fails", -1.0, True, 4),
        "toy_curve_count": ("holds", 3.0, False, 1),
        "toy_other_slope": ("not touched", None, None, None),
    }


@pytest.mark.parametrize(
    ("slope", "verdict", "apart"),
    [(0.25, "undecided", False), (3.0, "holds", True), (0.75, "holds", False)],
)
def test_intervals_that_meet_are_not_apart(
    registry: Registry, base: Metrics, slope: float, verdict: str, apart: bool
) -> None:
    curve = {**base["toy_curve"], "slope": measured(slope)}
    row = found(registry, base, Outcome({"toy_curve": curve}, {}))["toy_curve_slope"]
    assert (row["verdict"], row["apart"]) == (verdict, apart)


def test_what_is_missing_has_its_reason(registry: Registry, base: Metrics) -> None:
    flat = Outcome({"toy_curve": {"slope": measured(1.0)}}, {"toy_other": "it divides by zero"})
    rows = found(registry, base, flat)
    assert {n: r["reason"] for n, r in rows.items() if r["verdict"] == "not measured"} == {
        "toy_curve_count": "the evaluation there gives no such metric",
        "toy_other_slope": "it divides by zero",
    }


def test_what_is_left_out_is_marked(registry: Registry, base: Metrics) -> None:
    rows = found(registry, base, Outcome({"toy_other": base["toy_other"]}, {}, ["toy_curve"]))
    assert [row["verdict"] for row in rows.values()] == ["left out", "left out", "holds"]


def test_a_claim_below_its_scale_is_not_testable(registry: Registry, base: Metrics) -> None:
    data = registry.model_dump(exclude_unset=True)
    data["results"]["other"]["claims"]["slope"]["scale"] = "default"
    scaled = Registry.model_validate(data)
    rows = found(scaled, base, Outcome({"toy_other": {"slope": measured(-9.0)}}, {}))
    assert rows["toy_other_slope"]["verdict"] == "not testable"


def test_an_identity_that_differs_is_refused(base: Metrics) -> None:
    require_identity(base, Outcome(base, {}))
    slightly = {**base["toy_curve"], "slope": measured(1.0, 0.5000001)}
    for metrics in ({"toy_curve": slightly}, {"toy_other": {}}):
        with pytest.raises(WorldsError, match=r"world identity, .*slope is .* in the run it is"):
            require_identity(base, Outcome(metrics, {}))
    with pytest.raises(WorldsError, match="toy_curve could not be evaluated: a crash"):
        require_identity(base, Outcome({}, {"toy_curve": "a crash"}))
