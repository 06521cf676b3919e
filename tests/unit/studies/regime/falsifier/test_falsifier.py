"""Planted networks in the regime and outside of it, counted and drawn."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.falsifier import evaluate_falsifier, plan, render_falsifier
from compsparse.studies.regime.falsifier.evaluate_falsifier import best_depths
from tests.unit.studies.drawing import drawn, require_legible, written
from workflow_engine.job_collector import JobCollector

_DEPTHS, _BEST, _RUNS = (4, 6, 8), 6, 4


def tables(folder: Path, outside: float) -> dict[str, Path]:
    """Write both tables: excess is 0.3 inside and ``outside`` elsewhere, and a little more."""
    rng = np.random.default_rng(0)
    depths = [
        (
            kind,
            depth,
            stage,
            run,
            0.3 if (kind, depth, stage) == ("unit_merging", _BEST, 2) else outside,
        )
        for kind, stages in (("dense", (0,)), ("unit_merging", (1, 2)))
        for depth in _DEPTHS
        for stage in stages
        for run in range(_RUNS)
    ]
    wirings = [
        (kind, 0, 1, run, 0.3 if kind == "own" else outside)
        for kind in ("own", "dense", "rewired")
        for run in range(_RUNS)
    ]
    paths = {}
    for name, rows in (("depths", depths), ("wirings", [*wirings, ("genome", 0, 0, 0, np.nan)])):
        table = pd.DataFrame(rows, columns=["kind", "depth", "stage", "run", "excess_alignment"])
        noise = 1e-3 * rng.random(len(table))
        table = table.assign(
            target="face", reference=False, excess_alignment=table["excess_alignment"] + noise
        )
        reference = table.tail(1).assign(reference=True, kind="stopped", excess_alignment=9.0)
        paths[name] = folder / f"{name}.csv"
        pd.concat([table, reference]).to_csv(paths[name], index=False)
    return paths


def evaluated(folder: Path, outside: float) -> tuple[pd.DataFrame, dict[str, Any]]:
    outputs = evaluate_falsifier.run(tables(folder, outside), root_seed=1, apart=2)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame)
    assert isinstance(metrics, dict)
    return table, metrics["regime_falsifier"]


@pytest.mark.parametrize(("outside", "share"), [(0.0, 0.0), (0.4, 1.0)])
def test_planted_shares_are_found(tmp_path: Path, outside: float, share: float) -> None:
    table, metrics = evaluated(tmp_path, outside)
    # where others are more compositional, another depth is the best one, and some are still outside
    for name in ("share_dense", "share_other_wiring"):
        assert metrics[name]["value"] == pytest.approx(share)
        assert metrics[name]["n"] == _RUNS
    assert (metrics["share"]["value"] > 0.5) == (share > 0)
    assert metrics["judged"]["value"] == 1.0
    counts = table["group"].value_counts().to_dict()
    assert counts["own wiring"] == counts["other wiring"] == counts["best depth"] == _RUNS
    assert counts["dense"] == _RUNS * (len(_DEPTHS) + 1)


def test_the_best_depth_is_that_of_the_other_seeds() -> None:
    # the first seed alone would choose 4, the others choose 8
    rows = pd.DataFrame(
        {
            "run": [0, 0, 1, 1, 2, 2],
            "depth": [4, 8] * 3,
            "excess_alignment": [0.9, 0.0, 0.1, 0.2, 0.1, 0.2],
        }
    )
    assert best_depths(rows) == {0: 8.0, 1: 4.0, 2: 4.0}


def test_points_and_threshold_are_those_of_the_table(tmp_path: Path) -> None:
    table, _ = evaluated(tmp_path, 0.0)
    figure = drawn(render_falsifier.run, table, tmp_path)
    require_legible(figure)
    (axes,) = figure.axes
    lines = {line.get_label(): np.asarray(line.get_xdata()) for line in axes.lines}
    assert lines["threshold"] == pytest.approx(table["threshold"].iloc[0])
    for group, rows in table.groupby("group"):
        assert lines[group] == pytest.approx(rows["excess_alignment"].to_numpy())
    assert f"0 of {_RUNS * 4}" in written(figure)


def test_it_reads_the_tables_of_other_themes() -> None:
    settings = plan.Falsifier.model_validate({"falsifier": {"evaluate": {"apart": 2}}})
    collector = JobCollector("regime", 0, "smoke")
    jobs = collector.collect((plan,), settings)
    assert jobs[0].inputs == {
        "depths": "regime/tables/regime_depth_scores.csv",
        "wirings": "regime/tables/regime_wiring.csv",
    }
    assert jobs[0].params["apart"] == 2
