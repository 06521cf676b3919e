"""A row for every claim and world; the identity must reproduce the run."""

import pandas as pd
import pytest

from compsparse.claims.measurement import Metrics
from compsparse.claims.registry import Registry
from compsparse.worlds.comparison import Outcome, compared
from compsparse.worlds.errors import WorldsError
from tests.unit.worlds.conftest import measured

EXPECTED = {"identity": frozenset[str](), "flat": frozenset({"toy_curve_slope"})}


def table_of(registry: Registry, base: Metrics, flat: Outcome) -> pd.DataFrame:
    """Return the table of one world beside the identity."""
    return compared(
        registry, "smoke", base, {"identity": Outcome(base, {}), "flat": flat}, EXPECTED
    )


def test_verdicts_there_stand_beside_those_of_the_run(registry: Registry, base: Metrics) -> None:
    curve = {**base["toy_curve"], "slope": measured(-1.0)}
    table = table_of(registry, base, Outcome({"toy_curve": curve}, {}))
    columns = ["claim", "role", "world", "base_verdict", "verdict", "value", "expected"]
    assert table[columns].astype(object).fillna("-").values.tolist() == [
        ["toy_curve_slope", "claim", "identity", "holds", "holds", 1.0, False],
        ["toy_curve_slope", "claim", "flat", "holds", "fails", -1.0, True],
        ["toy_curve_count", "check", "identity", "holds", "holds", 3.0, False],
        ["toy_curve_count", "check", "flat", "holds", "holds", 3.0, False],
        ["toy_other_slope", "claim", "identity", "holds", "holds", 2.0, False],
        ["toy_other_slope", "claim", "flat", "holds", "not touched", "-", False],
    ]
    assert table["apart"].astype(object).fillna("-").tolist() == [
        False,
        True,
        False,
        False,
        False,
        "-",
    ]
    assert table["seeds"].fillna(0).tolist() == [4, 4, 1, 1, 4, 0]


@pytest.mark.parametrize(
    ("slope", "verdict", "apart"),
    [(0.25, "undecided", False), (3.0, "holds", True), (0.75, "holds", False)],
)
def test_intervals_that_meet_are_not_apart(
    registry: Registry, base: Metrics, slope: float, verdict: str, apart: bool
) -> None:
    curve = {**base["toy_curve"], "slope": measured(slope)}
    row = table_of(registry, base, Outcome({"toy_curve": curve}, {})).iloc[1]
    assert (row["verdict"], row["apart"]) == (verdict, apart)


def test_what_is_missing_has_its_reason(registry: Registry, base: Metrics) -> None:
    flat = Outcome({"toy_curve": {"slope": measured(1.0)}}, {"toy_other": "it divides by zero"})
    table = table_of(registry, base, flat)
    missing = table[table["verdict"] == "not measured"]
    assert missing[["claim", "reason"]].values.tolist() == [
        ["toy_curve_count", "the evaluation there gives no such metric"],
        ["toy_other_slope", "it divides by zero"],
    ]


def test_what_is_left_out_is_marked(registry: Registry, base: Metrics) -> None:
    table = table_of(registry, base, Outcome({"toy_other": base["toy_other"]}, {}, ["toy_curve"]))
    flat = table[table["world"] == "flat"]
    assert flat["verdict"].tolist() == ["left out", "left out", "holds"]


def test_a_claim_below_its_scale_is_not_testable(registry: Registry, base: Metrics) -> None:
    data = registry.model_dump(exclude_unset=True)
    data["results"]["other"]["claims"]["slope"]["scale"] = "default"
    scaled = Registry.model_validate(data)
    table = table_of(scaled, base, Outcome({"toy_other": {"slope": measured(-9.0)}}, {}))
    assert table["verdict"].tolist()[-2:] == ["not testable", "not testable"]


def test_an_identity_that_differs_is_refused(registry: Registry, base: Metrics) -> None:
    slightly = {**base["toy_curve"], "slope": measured(1.0, 0.5000001)}
    for metrics in ({"toy_curve": slightly}, {"toy_other": {}}):
        worlds = {"identity": Outcome(metrics, {}), "flat": Outcome({}, {})}
        with pytest.raises(WorldsError, match=r"world identity, .*slope is .* in the run it is"):
            compared(registry, "smoke", base, worlds, EXPECTED)
    worlds = {"identity": Outcome({}, {"toy_curve": "a crash"}), "flat": Outcome({}, {})}
    with pytest.raises(WorldsError, match="toy_curve could not be evaluated: a crash"):
        compared(registry, "smoke", base, worlds, EXPECTED)
