"""The step asks Snakemake for the experiment, and brings back what it left, byte by byte."""

import json
import subprocess
from pathlib import Path

import pandas as pd
import pytest

from compsparse.requested import fulfil_request
from compsparse.requested.errors import RequestError
from compsparse.requested.finished_figure import FinishedFigure
from workflow_engine.artifacts.pictures import encode

METRICS = {"toy_more": {"rise": {"value": 2.0, "low": 2.0, "high": 2.0, "n": 1}}}
PARAMS = {
    "study": "toy",
    "scale": "smoke",
    "root_seed": 3,
    "experiment": "more",
    "results": ["toy_more"],
    "made_by": "digest",
}


def test_what_the_nested_run_left_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def snakemake(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command[1:])
        study = tmp_path / "out/.scratch/smoke-request-toy-more/toy"
        for folder in ("tables", "figures"):
            (study / folder).mkdir(parents=True)
        (study / "tables/toy_more.csv").write_text("x,y\n1,2.5\n")
        (study / "tables/toy_more.metrics.json").write_text(json.dumps(METRICS))
        (study / "figures/toy_more.svg").write_bytes(b"<svg/>")
        (study / "figures/toy_more.png").write_bytes(b"PNG")
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", snakemake)
    outputs = fulfil_request.run({}, **PARAMS, set="toy.a=1", out=tmp_path / "out")
    assert "set=toy.on_request=[more] toy.a=1" in asked[0]
    assert "root_seed=3" in asked[0]
    table = outputs["csv_toy_more"]
    assert isinstance(table, pd.DataFrame) and table.values.tolist() == [[1, 2.5]]
    assert outputs["metrics"] == METRICS
    assert encode(Path("a.svg"), outputs["svg_toy_more"]) == b"<svg/>"
    assert encode(Path("a.png"), outputs["png_toy_more"]) == b"PNG"


def test_a_broken_run_names_experiment_code_and_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess([], 2)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(RequestError, match=r"more of toy: .* ended with 2.*smoke-request-toy-more"):
        fulfil_request.run({}, **PARAMS, out=tmp_path)


def test_a_finished_figure_has_one_format(tmp_path: Path) -> None:
    path = tmp_path / "drawn.svg"
    path.write_bytes(b"<svg/>")
    with pytest.raises(ValueError, match="cannot be saved as 'png'"):
        encode(Path("drawn.png"), FinishedFigure(path))
