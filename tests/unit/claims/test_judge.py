"""The judge step on a tiny study."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compsparse.claims.errors import ClaimsError
from compsparse.claims.judge import run
from compsparse.claims.judged import NOT_YET_EXPLAINED, read_claims, unexplained
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.provenance.arguments import ArgumentsError, arguments

Data = dict[str, Any]
Write = Callable[[Data], Path]
WriteMetrics = Callable[[str, object], Path]

SLOPE = {"value": 1.25, "low": 0.5, "high": 2.0, "n": 4}
COUNT = {"value": 3, "low": 3, "high": 3, "n": 1}
COLUMNS = [
    "id",
    "role",
    "tests",
    "figure",
    "statement",
    "source",
    "metric",
    "kind",
    "value",
    "low",
    "high",
    "seeds",
    "samples",
    "support",
    "successes",
    "asymptotic",
    "finite_size",
    "margin",
    "margin_reason",
    "accept",
    "origin",
    "band",
    "scale",
    "judged_at",
    "root_seed",
    "verdict",
    "seeds_needed",
    "why",
    "explanations",
    "registered",
]


@pytest.fixture
def judge(write_registry: Write, write_metrics: WriteMetrics) -> Callable[..., tuple[Data, Any]]:
    """Run the step on a registry and the metrics of ``toy_curve``."""

    def run_step(registry: Data, metrics: Data, scale: str = "default") -> tuple[Data, Any]:
        outputs = run(
            {
                "claims": write_registry(registry),
                "metrics": [write_metrics("toy_curve", metrics)],
            },
            study="toy",
            scale=scale,
            root_seed=3,
        )
        assert list(outputs) == ["metrics", "claims"]
        # what the runner writes is JSON without NaN
        metrics_and_claims = json.dumps([outputs["metrics"], outputs["claims"]], allow_nan=False)
        merged, claims = json.loads(metrics_and_claims)
        return merged, claims

    return run_step


def test_judges_every_claim_and_merges_the_metrics(
    registry_data: Data, judge: Callable[..., tuple[Data, Any]]
) -> None:
    registry_data["registered"] = "0123abc"
    metrics, claims = judge(registry_data, {"slope": SLOPE, "count": COUNT})
    assert metrics == {"toy_curve": {"slope": 1.25, "count": 3}}
    assert [list(claim) for claim in claims] == [COLUMNS, COLUMNS]
    slope, count = claims
    assert slope["verdict"] == "holds" and count["verdict"] == "holds"
    assert (slope["value"], slope["low"], slope["high"], slope["seeds"]) == (1.25, 0.5, 2.0, 4)
    assert slope["accept"] == {"above": 0} and count["accept"] == {"equal": 3}
    assert slope["figure"] == "figures/toy_curve.svg"
    assert (slope["scale"], slope["judged_at"], slope["root_seed"]) == ("default", "default", 3)
    commits = {"first": "0123abc", "last": "0123abc"}
    assert slope["registered"] == count["registered"] == commits
    assert slope["why"] == "" and slope["role"] == "claim"


def test_below_its_scale_a_claim_is_not_testable_whatever_the_value(
    registry_data: Data, judge: Callable[..., tuple[Data, Any]]
) -> None:
    _, (slope, count) = judge(registry_data, {"slope": SLOPE, "count": COUNT}, "smoke")
    assert (slope["verdict"], slope["value"], slope["judged_at"]) == (
        "not testable",
        1.25,
        "smoke",
    )
    assert count["verdict"] == "holds"


def test_a_claim_whose_metric_is_absent_is_not_testable(
    registry_data: Data, judge: Callable[..., tuple[Data, Any]]
) -> None:
    _, (slope, _) = judge(registry_data, {"count": COUNT}, "smoke")
    assert (slope["verdict"], slope["value"], slope["seeds"]) == ("not testable", None, None)
    _, (slope, _) = judge(registry_data, {"count": COUNT}, "default")
    assert (slope["verdict"], slope["value"]) == ("not testable", None)
    assert slope["why"] == "toy_curve.slope is not measured with these parameters"


def test_a_claim_whose_needs_are_not_met_is_not_testable_and_says_why(
    registry_data: Data, judge: Callable[..., tuple[Data, Any]]
) -> None:
    need = {"metric": "count", "accept": {"low": 4}, "otherwise": "too few points"}
    slope_of = registry_data["results"]["curve"]["claims"]["slope"]
    slope_of["needs"] = [need]
    falls = {"value": -1, "low": -2, "high": -0.5, "n": 4}
    _, (slope, count) = judge(registry_data, {"slope": falls, "count": COUNT})
    assert (slope["verdict"], slope["why"]) == ("not testable", "too few points")
    assert (slope["value"], count["verdict"]) == (-1, "holds")  # it is measured all the same
    need["accept"] = {"low": 3}
    assert judge(registry_data, {"slope": falls, "count": COUNT})[1][0]["verdict"] == "fails"
    # what is needed and was not measured is not met
    need["metric"] = "rise_2"
    assert judge(registry_data, {"slope": falls, "count": COUNT})[1][0]["why"] == "too few points"


@pytest.mark.parametrize("scale", ["default", "papersize", "paper"])
def test_a_claim_is_testable_from_its_scale_on(
    registry_data: Data, judge: Callable[..., tuple[Data, Any]], scale: str
) -> None:
    _, (slope, _) = judge(registry_data, {"slope": SLOPE, "count": COUNT}, scale)
    assert slope["verdict"] == "holds"


def test_an_explanation_cannot_outlive_its_verdict(
    registry_data: Data, judge: Callable[..., tuple[Data, Any]]
) -> None:
    registry_data["results"]["curve"]["claims"]["slope"]["why"] = {"fails": "Too few steps."}
    falls = {"slope": {"value": -1, "low": -2, "high": -0.5, "n": 4}, "count": COUNT}
    unclear = {"slope": {"value": 1, "low": -1, "high": 3, "n": 4}, "count": COUNT}
    rises = {"slope": SLOPE, "count": COUNT}
    assert judge(registry_data, falls)[1][0]["why"] == "Too few steps."
    undecided = judge(registry_data, unclear)[1][0]
    assert (undecided["why"], undecided["seeds_needed"]) == (NOT_YET_EXPLAINED, 17)
    assert judge(registry_data, rises)[1][0]["why"] == ""
    assert judge(registry_data, rises, "smoke")[1][0]["why"] == ""


def test_read_back_and_unexplained(
    registry_data: Data, judge: Callable[..., tuple[Data, Any]], tmp_path: Path
) -> None:
    falls = {"slope": {"value": -1, "low": -2, "high": -0.5, "n": 4}, "count": COUNT}
    _, rows = judge(registry_data, falls)
    path = tmp_path / "claims.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    claims = read_claims(path)
    assert [claim.row() for claim in claims] == rows
    assert unexplained(claims) == ["toy_curve_slope"]
    rows[1].pop("band")
    path.write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(ClaimsError, match="claim 1: missing key 'band'"):
        read_claims(path)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(ClaimsError, match="allowed: a list of judged claims"):
        read_claims(path)


@pytest.mark.parametrize(
    ("slope", "words"),
    [
        ({"value": 1, "low": 0, "high": 2}, "metric 'slope': missing key 'n'"),
        ({**SLOPE, "n": 4.0}, "n has the value 4.0; allowed: a whole number"),
        ({**SLOPE, "n": 0}, "n has the value 0"),
        ({**SLOPE, "low": 3.0}, "low 3 is above high 2"),
        ({**SLOPE, "n": 2**63}, "n has the value 9223372036854775808"),
        ({**SLOPE, "value": None}, "value has the value None"),
        (1.5, "the top level has the value 1.5; allowed: a mapping"),
    ],
)
def test_a_measurement_that_is_none_is_refused(
    registry_data: Data, judge: Callable[..., tuple[Data, Any]], slope: object, words: str
) -> None:
    with pytest.raises(ClaimsError, match=words):
        judge(registry_data, {"slope": slope, "count": COUNT})


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_measurement_that_is_not_finite_is_refused_with_its_place(
    registry_data: Data, judge: Callable[..., tuple[Data, Any]], value: float
) -> None:
    with pytest.raises(ArtifactError, match="top level / toy_curve / slope / value is not finite"):
        judge(registry_data, {"slope": {**SLOPE, "value": value}, "count": COUNT})


def test_metrics_files_must_fit_the_registry(
    registry_data: Data, write_registry: Write, write_metrics: WriteMetrics, tmp_path: Path
) -> None:
    claims = write_registry(registry_data)
    good = write_metrics("toy_curve", {"slope": SLOPE, "count": COUNT})
    params = {"study": "toy", "scale": "default", "root_seed": 0}
    with pytest.raises(ClaimsError, match=r"metrics came for toy_other.*toy_curve"):
        run({"claims": claims, "metrics": [good, write_metrics("toy_other", {})]}, **params)
    with pytest.raises(ClaimsError, match="a second time"):
        run({"claims": claims, "metrics": [good, good]}, **params)
    with pytest.raises(ClaimsError, match="name of a metrics file"):
        run({"claims": claims, "metrics": [tmp_path / "toy_curve.json"]}, **params)
    with pytest.raises(ClaimsError, match="toy_curve holds list"):
        run({"claims": claims, "metrics": [write_metrics("toy_curve", [])]}, **params)
    with pytest.raises(ArtifactError, match="does not exist"):
        run({"claims": claims, "metrics": [tmp_path / "gone.metrics.json"]}, **params)


def test_the_claims_must_be_those_of_the_study(
    registry_data: Data, write_registry: Write, write_metrics: WriteMetrics
) -> None:
    metrics = [write_metrics("toy_curve", {"slope": SLOPE, "count": COUNT})]
    inputs = {"claims": write_registry(registry_data), "metrics": metrics}
    with pytest.raises(ClaimsError, match="the step judges 'other'"):
        run(inputs, study="other", scale="smoke", root_seed=0)
    assert arguments(run, {"study": "toy", "scale": "smoke", "root_seed": 0})
    with pytest.raises(ArgumentsError, match="scale is 'huge' in the plan"):
        arguments(run, {"study": "toy", "scale": "huge", "root_seed": 0})


def test_the_step_starts_without_torch_and_matplotlib() -> None:
    program = "import sys, compsparse.claims.judge; print({'torch', 'matplotlib'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def test_what_theory_says_is_judged_apart_from_the_band(
    registry_data: Data, judge: Callable[..., tuple[Data, Any]]
) -> None:
    claim = registry_data["results"]["curve"]["claims"]["slope"]
    claim |= {"theory": 2.0, "finite_size": "rise_2", "margin": 0.1}
    narrow = {"value": 1.25, "low": 1.2, "high": 1.3, "n": 4}
    predicted = {"value": 1.24, "low": 1.24, "high": 1.24, "n": 1}
    _, (slope, count) = judge(registry_data, {"slope": narrow, "rise_2": predicted, "count": COUNT})
    assert slope["verdict"] == "holds"
    assert slope["asymptotic"]["deviation"] == pytest.approx(-0.375)
    assert (slope["asymptotic"]["verdict"], slope["finite_size"]["verdict"]) == (
        "differs",
        "agrees",
    )
    # equality with theory is what the band asks for already
    assert count["asymptotic"] is None
    _, (slope, _) = judge(registry_data, {"slope": narrow, "count": COUNT})
    assert slope["finite_size"] is None and slope["asymptotic"]["theory"] == 2.0


def test_checks_are_judged_beside_claims(
    registry_data: Data, judge: Callable[..., tuple[Data, Any]]
) -> None:
    result = registry_data["results"]["curve"]
    result["checks"] = {"count": result["claims"].pop("count") | {"tests": ["004_figure_1"]}}
    _, (slope, count) = judge(registry_data, {"slope": SLOPE, "count": COUNT})
    assert (slope["role"], count["role"]) == ("claim", "check")
    assert (count["id"], count["tests"]) == ("toy_curve_count", ["004_figure_1"])
