"""Excess that is planted comes out paired by seed, and in its line of the figure."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.figures import api as fig
from compsparse.studies.regime.evolved import evaluate_evolved, render_evolved
from compsparse.studies.regime.evolved.evaluate_evolved import TrainedCell
from compsparse.studies.regime.kinds import COLORS
from compsparse.studies.regime.scores.excess import SCORES
from compsparse.studies.regime.scores.stored import Cell
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.methods.planted import write_references, write_scores
from workflow_engine.artifacts.arrays import encode

RUNS = [0, 1, 2]
DEPTHS = {11: 0.05, 12: 0.2, 13: 0.1}  # excess of SP-C
RIVALS = {"unit_merging": 0.02, "lottery_ticket": 0.03, "wanda": 0.06}
Evaluated = tuple[pd.DataFrame, dict[str, dict[str, float]]]


@pytest.fixture
def evaluated(tmp_path: Path) -> Evaluated:
    """Evaluate one genome at three depths, by several methods at one of them."""
    scores: list[tuple[Path, TrainedCell]] = []
    for depth, value in DEPTHS.items():
        kinds = {"dense": 0.01, "connection_similarity": value}
        kinds |= RIVALS if depth == 12 else {}
        for kind, excess in kinds.items():
            stages = [0] if kind == "dense" else [1, 2]
            counts = [5478] if kind == "dense" else [1404, 480]
            path = write_scores(
                tmp_path / f"{depth}-{kind}.npz",
                RUNS * len(stages),
                np.repeat(stages, 3).tolist(),
                np.repeat(counts, 3).tolist(),
                [0.01] * 3 * len(stages),
                dict.fromkeys(SCORES, excess),
            )
            training = "none" if kind == "dense" else "muon"
            scores.append((path, TrainedCell(depth, kind, "skull", training)))
    references = write_references(tmp_path)
    labels = [Cell(depth, kind, "skull") for depth, kind in product(DEPTHS, references)]
    genome = tmp_path / "skull.genome.npz"
    values = {"depth": 12.0, "width": 22.0, "count": 145.0, "difference": 1e-5}
    genome.write_bytes(encode(genome, {name: np.array(value) for name, value in values.items()}))
    inputs: dict[str, Any] = {
        "genomes": [genome],
        "scores": [path for path, _ in scores],
        "references": [references[label.kind] for label in labels],
    }
    params = {
        "root_seed": 0,
        "genomes": ["skull"],
        "scores": [label for _, label in scores],
        "references": labels,
        "depths": {"skull": 12},
        "weights": {"skull": [1404, 473]},
        "beside": "muon",
    }
    outputs = evaluate_evolved.run(inputs, **params)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["regime_evolved"]


def test_differences_of_excess(evaluated: Evaluated) -> None:
    _, metrics = evaluated
    expected = {
        "over_depth_11_skull_connection_similarity": 0.15,
        "over_depth_13_skull_connection_similarity": 0.1,
        "excess_skull_connection_similarity_muon": 0.19,
        "over_wanda_round_1_skull_connection_similarity": 0.14,
        "over_lottery_ticket_round_2_skull_unit_merging": -0.01,
        "distinct_depths": 1,
        "drawn_skull": 1e-5,
        "count_deviation_skull": 7 / 473,
        "comparable": 1.0,
    }
    for name, value in expected.items():
        assert metrics[name]["value"] == pytest.approx(value, abs=1e-6), name
    assert metrics["excess_skull_connection_similarity_muon"]["n"] == 3
    # methods that were not tried have no value
    assert not [name for name in metrics if "llm_pruner" in name]
    assert "over_depth_11_skull_unit_merging" not in metrics


def test_each_kind_and_depth_has_a_line(evaluated: Evaluated, tmp_path: Path) -> None:
    table, _ = evaluated
    figure = drawn(render_evolved.run, table, tmp_path, {"beside": "muon"})
    require_legible(figure)
    (axes,) = figure.axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert {"SP-C", "SP-C, 11 layers", "dense, 13 layers", "Wanda"} <= set(names)
    place = names.index("SP-C")
    means = {
        (float(line.get_ydata()[0]), line.get_color()): float(line.get_xdata()[0])
        for line in axes.lines
        if line.get_marker() == "|"
    }
    assert means[place, COLORS["connection_similarity"]] == pytest.approx(0.2, abs=1e-6)
    assert means[names.index("dense"), fig.INK] == pytest.approx(0.01, abs=1e-6)
    assert "3 seeds" in written(figure)
