"""Evaluations of measures of pruned networks that are known, and their figures."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.regime.measures import render_kinds
from compsparse.studies.regime.pruned import (
    evaluate_falsifier,
    render_falsifier,
)
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.planted import compared, evaluated, in_plan, kinds

# after rounds 1 and 2; alignment of dense networks is 0.4, so that excess is 0.4 less
SURVIVAL = {
    "similarity": (0.6, 0.5),
    "connections": (0.5, 0.45),
    "lottery": (0.3, 0.2),
    "wanda": (0.4, 0.3),
    "llm": (0.35, 0.1),
    "random": (0.2, 0.15),
}


def by_method() -> dict[str, dict[str, Any]]:
    """Return measures of dense networks and of those pruned by each method, in two rounds."""
    found: dict[str, dict[str, Any]] = {
        "dense": {"survival": 0.05, "alignment": 0.4, "orthogonality": 0.7}
    }
    for number, (kind, shares) in enumerate(SURVIVAL.items()):
        rounds = np.array(shares)[:, None]
        found[kind] = {
            "survival": rounds + np.array([-0.01, 0, 0.01]),
            "alignment": 0.4 + rounds / 2,
            "orthogonality": [[0.1] * 3, [0.8 - 0.1 * number] * 3],
            "ssim": 0.9,
        }
    found["random"]["ssim"] = [[0.9, 0.9, 0.9], [0.9, 0.2, 0.1]]
    found["lottery"]["ssim"] = [[0.9, 0.9, 0.2], [0.9, 0.2, 0.1]]
    return found


@pytest.fixture
def methods(tmp_path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    return kinds(tmp_path, (1, 2), **by_method())


def means(axes: Any) -> dict[float, float]:
    """Return the means that a panel shows, by row from below."""
    ticks = [line for line in axes.lines if line.get_marker() == "|"]
    return {float(line.get_ydata()[0]): float(line.get_xdata()[0]) for line in ticks}


def test_pruning(methods: Any, tmp_path: Path) -> None:
    table, found = compared("pruning", *methods)
    leads = {  # means over both rounds
        "similarity_over_random": 0.375,
        "similarity_over_lottery": 0.3,
        "similarity_over_wanda": 0.2,
        "similarity_over_llm": 0.325,
        "similarity_over_rivals": 0.275,
        "connections_over_random": 0.3,
    }
    survival = {f"{pair}_survival": lead for pair, lead in leads.items()}
    excess = {f"{pair}_excess": lead / 2 for pair, lead in leads.items()}
    paints = {f"{kind}_paints": 1.0 for kind in ("dense", *SURVIVAL)}
    paints |= {"random_paints": (1 + 1 / 3) / 2, "lottery_paints": (2 / 3 + 1 / 3) / 2}
    ahead = {f"{pair}_survival_ahead": 1.0 for pair in leads}
    assert found == pytest.approx(survival | ahead | excess | paints)
    assert len(table) == 3 + 6 * 6
    figure = drawn(render_kinds.run, table, tmp_path, in_plan("render", "pruning"))
    require_legible(figure)
    assert "Pruned to 1404 and 702 weights. 3 scenes" in written(figure)
    left, _ = figure.axes
    both = [0.05, *(sum(shares) / 2 for shares in SURVIVAL.values())]
    assert sorted(means(left).values()) == pytest.approx(sorted(both))


def test_painting(tmp_path: Path) -> None:
    planted: dict[str, Any] = {
        "similarity": {"ssim": [0.9, 0.9, 0.6]},
        "random": {"ssim": [0.9, 0.3, 0.0]},
    }
    table, found = compared("painting", *kinds(tmp_path, (1,), **planted))
    assert found == pytest.approx(
        {
            "similarity_paints": 2 / 3,
            "random_paints": 1 / 3,
            "similarity_over_random_ssim": 0.4,
            "similarity_over_random_ssim_ahead": 5 / 6,  # a tie and two
        }
    )
    assert len(table) == 2 * 3 and table["paints"].sum() == 2 + 1
    figure = drawn(render_kinds.run, table, tmp_path, in_plan("render", "painting"))
    require_legible(figure)
    said = written(figure)
    assert "Pruned to 473 weights. 3 scenes" in said and "SSIM with the scene" in said
    (axes,) = figure.axes
    assert means(axes) == pytest.approx({1: 0.8, 0: 0.4})
    assert [text.get_text() for text in axes.get_yticklabels()] == [
        *("random", "SP, units merged")  # from below
    ]


def test_orthogonality(methods: Any, tmp_path: Path) -> None:
    table, found = compared("orthogonality", *methods)
    assert found["similarity_over_dense_orthogonality"] == pytest.approx(-0.25)  # of both rounds
    assert found["similarity_over_random_orthogonality"] == pytest.approx(0.25)
    assert set(table["stage"]) == {0, 1, 2}
    figure = drawn(render_kinds.run, table, tmp_path, in_plan("render", "orthogonality"))
    require_legible(figure)
    assert "orthogonality of units" in written(figure)


def test_falsifier(tmp_path: Path) -> None:
    planted = by_method()
    # excess in the last round: 0.25, 0.25, 0.01 inside; one of six of random networks outside
    planted["similarity"]["alignment"] = [[0.4] * 3, [0.65, 0.65, 0.41]]
    planted["similarity"]["ssim"] = [[0.9] * 3, [0.9, 0.2, 0.9]]
    for kind in ("lottery", "wanda", "llm", "random"):
        planted[kind] |= {"alignment": [[0.4] * 3, [0.41, 0.4, 0.3]], "ssim": 0.9}
    planted["random"]["alignment"] = [[0.4] * 3, [0.46, 0.3, 0.3]]
    planted["random"]["ssim"] = [[0.9] * 3, [0.9, 0.9, 0.2]]
    inputs, params = kinds(tmp_path, (1, 2), **planted)
    table, found = evaluated(evaluate_falsifier, inputs, {**params, "least_excess": 0.05})
    # of both rounds; outside are lottery, wanda, llm and random networks, and a dense one
    assert found == pytest.approx({"inside_compositional": 1 / 6, "outside_compositional": 1 / 27})
    outside = table[~table["inside"].astype(bool)]
    assert outside["fractured"].sum() == 27 - 2  # one more does not paint
    assert "connections" not in set(table["kind"])  # another reading of what is inside
    figure = drawn(render_falsifier.run, table, tmp_path, {"weights": [1404, 702]})
    require_legible(figure)
    assert "SP, units merged (inside)" in written(figure)


def test_optimizer_influence(tmp_path: Path) -> None:
    planted: dict[str, Any] = {
        "dense": {"alignment": 0.4},
        "muon": {"survival": [[0.6] * 3, [0.4, 0.5, 0.6]], "alignment": [[0.55] * 3, [0.5] * 3]},
        "adam": {"survival": [[0.5] * 3, [0.1, 0.2, 0.3]], "alignment": [[0.52] * 3, [0.45] * 3]},
    }
    table, found = compared("optimizer_influence", *kinds(tmp_path, (1, 2), **planted))
    assert found["muon_over_adam_survival"] == pytest.approx(0.2)  # of both rounds
    assert found["muon_over_adam_excess"] == pytest.approx(0.04)
    figure = drawn(render_kinds.run, table, tmp_path, in_plan("render", "optimizer_influence"))
    require_legible(figure)
    assert "dense, Muon" in written(figure)
