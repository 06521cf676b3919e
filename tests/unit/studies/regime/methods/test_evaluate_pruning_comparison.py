"""Networks whose excess is planted come out with it, paired by seed."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.methods import evaluate_pruning_comparison
from compsparse.studies.regime.methods.evaluate_pruning_comparison import PrunedCell
from compsparse.studies.regime.scores.excess import SCORES
from compsparse.studies.regime.scores.stored import Cell
from tests.unit.studies.regime.methods.planted import write_references, write_scores

EXCESS = {
    "connection_similarity": 0.2,
    "unit_merging": 0.1,
    "lottery_ticket": 0.03,
    "wanda": 0.06,
    "llm_pruner": 0.09,
    "random_edges": -0.05,
}
ERRORS = {"connection_similarity": 0.001, "random_edges": 0.1}
RUNS = [0, 1, 2]


def evaluated(folder: Path, **changed: Any) -> dict[str, Any]:
    """Evaluate one target; ``changed`` are kinds whose errors, counts or scores are others."""
    files: list[tuple[Path, PrunedCell]] = []
    none = dict.fromkeys(SCORES, 0.0)
    dense = write_scores(folder / "dense.npz", RUNS, [0] * 3, [5478] * 3, [0.001] * 3, none)
    files.append((dense, PrunedCell(12, "dense", "dense", "face", "none")))
    for kind, value in EXCESS.items():
        for route, counts in (("rounds", [1404, 473]), ("own_count", [125])):
            given = changed.get(kind, {})
            networks = 3 * len(counts)
            errors = [given.get("error", ERRORS.get(kind, 0.01))] * networks
            stages = np.repeat(np.arange(len(counts)) + 1, 3).tolist()
            found = [round(count * given.get("share", 1.0)) for count in counts]
            excess = dict.fromkeys(SCORES, value) | given.get("excess", {})
            path = write_scores(
                folder / f"{kind}-{route}.npz",
                RUNS * len(counts),
                stages,
                np.repeat(found, 3).tolist(),
                errors,
                excess,
            )
            files.append((path, PrunedCell(12, kind, route, "face", "adam")))
    references = write_references(folder)
    outputs = evaluate_pruning_comparison.run(
        {"scores": [path for path, _ in files], "references": list(references.values())},
        root_seed=1,
        scores=[labels for _, labels in files],
        references=[Cell(12, kind, "face") for kind in references],
        weights=[1404, 473],
        own_counts={"face": 125},
    )
    return dict(outputs)


def values(outputs: dict[str, Any]) -> dict[str, float]:
    metrics = outputs["metrics"]["regime_pruning_comparison"]
    return {name: metric["value"] for name, metric in metrics.items()}


def test_planted_excesses_are_found(tmp_path: Path) -> None:
    found = values(evaluated(tmp_path))
    for prefix in ("", "own_count_"):
        for measure in SCORES:
            name = f"{prefix}over_rivals_connection_similarity_adam_{measure}"
            assert found[name] == pytest.approx(0.2 - 0.06)
            name = f"{prefix}over_random_unit_merging_adam_{measure}"
            assert found[name] == pytest.approx(0.1 + 0.05)
            assert found[f"{prefix}random_excess_adam_{measure}"] == pytest.approx(-0.05)
        name = f"{prefix}over_random_connection_similarity_adam_error"
        assert found[name] == pytest.approx(-2.0)
        assert found[f"{prefix}over_rivals_unit_merging_adam_error"] == pytest.approx(0.0)
    assert found["comparable"] == 1.0
    assert found["count_deviation"] == found["own_count_deviation"] == 0.0


def test_levels_and_wanted_counts_stand_beside_the_networks(tmp_path: Path) -> None:
    table: pd.DataFrame = evaluated(tmp_path)["table"]
    wanda = table[table["kind"] == "wanda"].drop_duplicates("level").set_index("level")
    assert wanda["wanted"].to_dict() == {"round_1": 1404, "round_2": 473, "own_count": 125}
    assert set(table.loc[table["kind"] == "dense", "level"]) == {"dense"}
    assert len(table) == 3 + 6 * 9


def test_a_missed_count_is_measured(tmp_path: Path) -> None:
    found = values(evaluated(tmp_path, wanda={"share": 0.9}))
    assert found["count_deviation"] == pytest.approx(0.1, abs=0.005)
    assert found["own_count_deviation"] == pytest.approx(0.1, abs=0.005)


def test_an_error_that_no_dense_network_has_is_not_compared(tmp_path: Path) -> None:
    found = values(evaluated(tmp_path, random_edges={"error": 2.0}))
    assert found["comparable"] == pytest.approx(1 - 9 / 57)
    assert "over_random_unit_merging_adam_alignment" not in found
    assert found["over_rivals_unit_merging_adam_alignment"] == pytest.approx(0.04)
    assert found["over_random_unit_merging_adam_error"] == pytest.approx(np.log10(0.01 / 2))


def test_rivals_are_compared_only_together(tmp_path: Path) -> None:
    lacking = {"excess": {"alignment": float("nan")}}
    found = values(evaluated(tmp_path, wanda=lacking))
    assert "over_rivals_unit_merging_adam_alignment" not in found
    assert "over_rivals_unit_merging_adam_score" in found
