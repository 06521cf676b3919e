"""Plain scripts of ``benchmarks/plain``: short, alone, and with the numbers of a result."""

import ast
import json
import runpy

import pytest

from benchmarks.modes import ROOT
from benchmarks.plain.__main__ import apart
from benchmarks.plain.results import RESULTS
from compsparse.claims.measurement import read_metrics
from workflow_engine.configuration.load import load

FOLDER = ROOT / "benchmarks" / "plain"
ALLOWED = {"itertools", "json", "math", "numpy", "pandas", "scipy", "sys", "torch"}


@pytest.mark.parametrize("study", RESULTS)
def test_a_script_is_short_and_needs_nothing_of_the_project(study: str) -> None:
    text = (FOLDER / f"{study}.py").read_text()
    assert len(text.splitlines()) <= 100
    nodes = list(ast.walk(ast.parse(text)))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= ALLOWED


@pytest.mark.parametrize("study", RESULTS)
def test_a_script_prints_numbers_of_its_result(
    study: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", [study, "--quick"])
    runpy.run_path(str(FOLDER / f"{study}.py"), run_name="__main__")
    found = json.loads(capsys.readouterr().out)
    result = RESULTS[study].name
    path = ROOT / "results" / study / "tables" / f"{result}.metrics.json"
    assert found.keys() <= read_metrics([path])[result].keys()
    assert all(low <= value <= high for value, low, high in found.values())


@pytest.mark.parametrize("study", [name for name, result in RESULTS.items() if result.assigned])
def test_what_is_less_than_the_default_can_be_set(study: str) -> None:
    load(ROOT / "params.yaml", {"set": RESULTS[study].assigned}, worlds=False)


def test_numbers_are_apart_where_intervals_do_not_overlap() -> None:
    ours = {"a": (1.0, 2.0), "b": (1.0, 1.0), "more": (0.0, 0.0)}
    assert apart({"a": (1.5, 3.0), "b": (1.0, 1.0)}, ours) == []
    assert apart({"a": (2.1, 3.0), "b": (0.9, 0.99)}, ours) == ["a", "b"]
