"""What is drawn is what the tables have."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.regime.methods import render_orthogonality, render_pruning_comparison
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import line_of
from tests.unit.studies.regime.methods.planted import pruned_table

ALL = {
    "connection_similarity": 0.6,
    "unit_merging": 0.7,
    "lottery_ticket": 0.4,
    "wanda": 0.45,
    "llm_pruner": 0.5,
    "random_edges": 0.65,
}
COUNTS = np.array([125.0, 473.0, 1404.0])


def test_methods_stand_side_by_side_at_each_count(tmp_path: Path) -> None:
    table = pruned_table(ALL, ["adam", "muon"])
    table.loc[(table["target"] == "face") & (table["wanted"] == 125), "wanted"] = 126
    figure = drawn(render_pruning_comparison.run, table, tmp_path)
    require_legible(figure)
    assert len(figure.axes) == 12
    adam, muon = figure.axes[2], figure.axes[3]  # of the two objects
    for place, alignment in enumerate(ALL.values()):
        shift = 1.035 ** (place - 2.5)
        line_of(adam, COUNTS * shift, np.full(3, alignment + 0.01))
        line_of(muon, COUNTS * shift, np.full(3, alignment + 0.11))
        line_of(figure.axes[7], COUNTS * shift, np.full(3, 0.02))
        line_of(figure.axes[11], COUNTS * shift, np.full(3, alignment + 0.11 - 0.4))
    assert [axes.get_yscale() for axes in figure.axes[4:8]] == ["log"] * 4
    for said in ("SP-C", "lottery ticket", "two objects, Muon", "3 seeds", "473"):
        assert said in written(figure)


def test_bars_reach_from_the_smallest_to_the_largest_seed(tmp_path: Path) -> None:
    figure = drawn(render_pruning_comparison.run, pruned_table(ALL, ["adam"]), tmp_path)
    bars = figure.axes[1].collections[0].get_segments()  # type: ignore[attr-defined]
    assert [bar[:, 1].tolist() for bar in bars] == [pytest.approx([0.6, 0.62])] * 3


def test_an_optimizer_without_a_control_is_not_compared(tmp_path: Path) -> None:
    table = pruned_table(ALL, ["adam", "muon_20"])
    alone = (table["training"] == "muon_20") & (table["kind"] != "connection_similarity")
    figure = drawn(render_pruning_comparison.run, table[~alone], tmp_path)
    assert len(figure.axes) == 6
    assert "20 steps" not in written(figure)


def test_networks_without_excess_leave_their_panel_empty(tmp_path: Path) -> None:
    table = pruned_table(ALL, ["adam"])
    table["excess_alignment"] = float("nan")
    figure = drawn(render_pruning_comparison.run, table, tmp_path)
    require_legible(figure)
    assert all(np.shape(line.get_xdata()) != (3,) for line in figure.axes[4].lines)


def test_orthogonality_runs_from_dense_over_both_rounds(tmp_path: Path) -> None:
    kinds = {"connection_similarity": 0.6, "random_edges": 0.65}
    table = pruned_table(kinds, ["muon"])
    figure = drawn(render_orthogonality.run, table, tmp_path)
    require_legible(figure)
    for axes, shift in zip(figure.axes[:2], (0.11, 0.01), strict=True):
        for alignment in kinds.values():
            line_of(axes, [0, 1, 2], np.array([0.5, alignment, alignment]) + shift - 0.2)
            line_of(axes, [3], [alignment + shift - 0.2])
    line_of(figure.axes[2], [0, 1, 2], np.array([0.61, 0.71, 0.71]) / 2)
    for said in ("SP-C", "random", "own\ncount", "round 2", "face", "3 seeds"):
        assert said in written(figure)


def test_networks_with_one_unit_a_layer_leave_the_rounds_to_be_seen(tmp_path: Path) -> None:
    table = pruned_table({"connection_similarity": 0.6, "random_edges": 0.65}, ["muon"])
    gone = (table["level"] == "own_count") & (table["kind"] == "random_edges")
    table.loc[gone, "orthogonality"] = float("nan")
    figure = drawn(render_orthogonality.run, table, tmp_path)
    require_legible(figure)
    line_of(figure.axes[1], [0, 1, 2], np.array([0.5, 0.65, 0.65]) - 0.19)
    marks = [line for line in figure.axes[1].lines if line.get_marker() == "o"]
    assert len(marks) == 1
