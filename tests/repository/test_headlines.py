"""Figures say what their own metrics earn: no finding stands in a drawing function as text."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compsparse.claims.band import Band
from compsparse.claims.headline import Words, headline_of_run
from compsparse.claims.measurement import Measurement
from compsparse.claims.registry import Result
from compsparse.figures.rendering import Rendering
from compsparse.verdicts.headlines import read_headlines
from tests.house_plan import ROOT, jobs
from tests.repository.committed import STUDIES, registry
from tests.repository.test_committed_figures import committed
from tests.unit.studies.drawing import headline_inputs, require_legible
from workflow_engine.provenance.arguments import arguments
from workflow_engine.provenance.job import Job

# a plain text on top, and why it is no finding that was put there by hand
ON_REQUEST = "made on request; its picture is drawn anew when it is made"
COUNTED = "computed: rows of the table are counted"
PLAIN = {
    "circuits_growth": "computed: the largest ratio in the table",
    "circuits_pipeline": "computed: whether all rows of the table agree",
    "experts_language_model": ON_REQUEST,
    "experts_more_tasks": ON_REQUEST,
    "genericity_large_batch": ON_REQUEST,
    "factorial_own_table": "computed: the structure that was found in the table",
    "factorial_summary": COUNTED,
    "regime_evolved": ON_REQUEST,
}
RENDERS = {job.wildcards["result"]: job for job in jobs().values() if job.step == "render"}
JUDGED = sorted(name for name, job in RENDERS.items() if "headline" in job.sources)


def words(name: str) -> Words:
    return read_headlines(ROOT / f"workflow/headlines/{RENDERS[name].study}.yaml")[short(name)]


def short(name: str) -> str:
    return name.removeprefix(f"{RENDERS[name].study}_")


def result(name: str) -> Result:
    return registry(RENDERS[name].study).results[short(name)]


@pytest.mark.parametrize("study", STUDIES)
def test_every_result_has_words_or_a_reason(study: str) -> None:
    kept = {f"{study}_{name}" for name in read_headlines(ROOT / f"workflow/headlines/{study}.yaml")}
    plain = {name for name in PLAIN if name.startswith(f"{study}_")}
    assert kept.isdisjoint(plain)
    assert kept | plain == set(registry(study).by_id)
    assert kept == {name for name in JUDGED if RENDERS[name].study == study}


@pytest.mark.parametrize("name", JUDGED)
def test_words_are_decided_by_claims_and_differ(name: str) -> None:
    entry = words(name)
    assert entry.question.endswith("?")
    if not result(name).assertions:
        assert not entry.decided_by
        return
    assert entry.decided_by, "this result has claims or checks, so one of them decides"
    metrics = {key: edge(name, key, within_band=True) for key in entry.decided_by}
    failing = {key: edge(name, key, within_band=False) for key in entry.decided_by}
    held = headline_of_run(entry, result(name), by_metric(name, metrics), "paper")
    failed = headline_of_run(entry, result(name), by_metric(name, failing), "paper")
    assert (held.text, failed.text) == (entry.holds, entry.fails)
    assert len({held.text, failed.text, entry.question}) == 3


def by_metric(name: str, measured: dict[str, Measurement]) -> dict[str, Measurement]:
    """Return measurements by metric; what the claims need is met."""
    claims = {key: claim for _, key, claim in result(name).assertions}
    needs = {need.metric: need.accept for key in measured for need in claims[key].needs}
    met = {metric: certain(within(accept)) for metric, accept in needs.items()}
    return met | {claims[key].metric or key: value for key, value in measured.items()}


def edge(name: str, claim: str, *, within_band: bool) -> Measurement:
    """Return a measurement of many replicates that lies within a claim's band, or outside."""
    (accept,) = (asserted.accept for _, key, asserted in result(name).assertions if key == claim)
    value = within(accept)
    if not within_band:
        bounds = [e for e in (accept.lower_edge, accept.upper_edge) if abs(e) < float("inf")]
        value = next(v for e in bounds for v in (e - 1e6, e + 1e6) if not accept.contains(v))
    return certain(value)


def certain(value: float) -> Measurement:
    return Measurement(value=value, low=value, high=value, n=100)


def within(band: Band) -> float:
    low, high = band.lower_edge, band.upper_edge
    if low == float("-inf"):
        return high - 1.0
    return low + 1.0 if high == float("inf") else (low + high) / 2


def drawing_functions() -> Iterator[tuple[Path, ast.FunctionDef]]:
    for path in sorted((ROOT / "src/compsparse/studies").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                yield path, node


def test_no_title_is_a_constant() -> None:
    modules = {f"render_{name.partition('_')[2]}" for name in PLAIN}
    constant = []
    for path, function in drawing_functions():
        if path.stem in modules or not {"own_table", "own_target"}.isdisjoint(path.parts):
            continue  # titles of own data are made of the user's file
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            named = getattr(call.func, "attr", "")
            if named in ("headline", "suptitle") and not isinstance(call.args[-1], ast.Name):
                constant.append(f"{path.relative_to(ROOT)}:{call.lineno}")
    assert constant == []


def test_every_figure_is_drawn_by_a_function_that_is_given_its_headline() -> None:
    for name, job in RENDERS.items():
        run = step(job)
        assert run.has_headline is (name in JUDGED), name
        assert (name in PLAIN) is not (name in JUDGED), name


def step(job: Job) -> Rendering:
    run = importlib.import_module(job.module).run
    assert isinstance(run, Rendering), job.module
    return run


@pytest.mark.dear
@pytest.mark.parametrize("name", JUDGED)
def test_in_a_world_where_its_claims_fail_a_figure_says_so(name: str, tmp_path: Path) -> None:
    job = RENDERS[name]
    table = committed(str(job.inputs["table"]), tmp_path)
    entry = words(name)
    titles = []
    for within_band in (True, False):
        measured = by_metric(
            name, {k: edge(name, k, within_band=within_band) for k in entry.decided_by}
        )
        metrics = {k: m.as_json() for k, m in measured.items()}
        files, _ = headline_inputs(step(job), tmp_path, metrics, name)
        # some claims are testable at larger scales only
        named = arguments(step(job), job.params | {"scale": "paper"}, {})
        figure: Any = step(job)({"table": table, **files}, **named)["svg"]
        require_legible(figure)
        titles.append(figure.get_suptitle().replace("\n", " "))
    assert titles == ([entry.holds, entry.fails] if entry.decided_by else [entry.question] * 2)
