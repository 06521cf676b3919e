from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.edge_cases import evaluate_mixed_degree
from tests.unit.studies.emergence.edge_cases.conftest import Write

RANKS = np.arange(1.0, 9.0)
FACTORS = np.array([1.0, 1.2, 0.8])


def cell(
    write: Write, degrees: tuple[int, ...], dimension: int, exponent: float, **changes: Any
) -> Path:
    aligned = FACTORS[:, None] * RANKS**1.1 * dimension**exponent
    arrays = {"degrees": degrees, "dimension": dimension, "exponent": 1.0, "aligned": aligned}
    name = "_".join(map(str, (*degrees, dimension)))
    return write(name, **(arrays | changes))


def evaluate(by_rank: list[Path], by_dimension: list[Path]) -> Any:
    return evaluate_mixed_degree.run(
        {"by_rank": by_rank, "by_dimension": by_dimension}, root_seed=0
    )


def planted(write: Write) -> tuple[list[Path], list[Path]]:
    slopes = {(3, 4): 0.5, (4, 6): 0.95}
    cells = [
        cell(write, degrees, dimension, slope)
        for degrees, slope in slopes.items()
        for dimension in (10**8, 10**6, 10**7)
    ]
    return [cells[0], cells[3]], cells


def test_planted_exponents_are_found(write: Write) -> None:
    outputs = evaluate(*planted(write))
    metrics = outputs["metrics"]["emergence_mixed_degree"]
    assert metrics["dimension_exponent_3_4"]["value"] == pytest.approx(0.5)
    assert metrics["dimension_exponent_4_6"]["value"] == pytest.approx(0.95)
    assert metrics["rank_exponent_3_4"]["value"] == pytest.approx(1.1)
    assert metrics["rank_exponent_4_6"]["n"] == 3
    table = outputs["table"]
    assert set(table["degrees"]) == {"3+4", "4+6"}
    assert len(table) == 2 * 3 * (8 + 3)


def test_only_directions_learned_in_all_dimensions_are_compared(write: Write) -> None:
    aligned = FACTORS[:, None] * RANKS**1.1 * 10.0 ** (6 * 0.5)
    aligned[0, 3] = np.nan  # of the 4 that are read
    cells = [
        cell(write, (3, 4), 10**6, 0.5, aligned=aligned),
        cell(write, (3, 4), 10**8, 0.5),
    ]
    outputs = evaluate([cells[1]], cells)
    metrics = outputs["metrics"]["emergence_mixed_degree"]
    assert metrics["dimension_exponent_3_4"]["value"] == pytest.approx(0.5)
    lost = outputs["table"].query("quantity == 'dimension'").groupby("run")["unlearned"].max()
    assert lost.tolist() == [1, 0, 0]


def test_a_run_that_learns_too_little_is_refused(write: Write) -> None:
    aligned = np.full((3, 8), np.nan)
    aligned[:, :3] = 1.0
    few = cell(write, (3, 4), 10**6, 0.5, aligned=aligned)
    with pytest.raises(ValueError, match="learned 3 of 8 directions"):
        evaluate([few], [few])


def test_one_dimension_is_refused(write: Write) -> None:
    single = cell(write, (3, 4), 10**6, 0.5)
    with pytest.raises(ValueError, match="in all of 1 dimensions"):
        evaluate([single], [single])
