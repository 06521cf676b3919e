"""Sizes of circuits by the number of inputs, with few and small draws."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from compsparse.studies.circuits.sparse_functions import (
    evaluate_small_circuits,
    generate_function_circuits,
)
from tests.unit.studies.step_files import stored

DRAWN: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["circuits", "small_circuits"],
    "inputs": [4, 8, 10, 16],
    "arities": [2, 3],
    "generic_inputs": [4, 6, 8, 10],
    "checked": 64,
    "runs": 3,
}
PARAMS: dict[str, Any] = {"root_seed": 0, "fit_from": 8, "generic_fit_from": 6}


def evaluated(folder: Path, **changes: Any) -> Any:
    """Return the outputs of the evaluation, with other values of what is drawn."""
    made: Any = generate_function_circuits.run({}, **DRAWN | changes)
    path = stored(folder / "circuits.npz", made["data"])
    return evaluate_small_circuits.run({"circuits": path}, **PARAMS)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return evaluated(tmp_path_factory.mktemp("circuits"))


def test_circuits_are_right_small_and_of_fan_in_two(outputs: Any) -> None:
    metrics = outputs["metrics"]["circuits_small_circuits"]
    assert metrics["wrong_outputs"] == {"value": 0, "low": 0, "high": 0, "n": 3 * (24 + 4)}
    assert metrics["largest_fan_in"]["value"] == 2
    assert 0.3 < metrics["largest_share_of_bound"]["value"] <= 1
    assert 0.3 < metrics["largest_generic_share_of_bound"]["value"] <= 1
    assert metrics["least_over_counted"]["value"] > 1
    for shape in ("tree", "chain", "shared"):
        assert metrics[f"exponent_{shape}"]["n"] == 3
        assert metrics[f"exponent_{shape}"]["value"] == pytest.approx(1, abs=0.5)  # few and small
    assert 0.6 < metrics["generic_slope"]["value"] < 1
    assert metrics["nodes_over_expected"]["value"] == pytest.approx(1, abs=0.1)


def test_more_runs_and_sizes_change_no_draw(outputs: Any, tmp_path: Path) -> None:
    more = {"runs": 4, "inputs": [4, 8, 10, 12, 16], "arities": [2, 3, 4]}
    again = evaluated(tmp_path, **more)
    columns = ["kind", "arity", "inputs", "run"]
    before = outputs["table"].set_index(columns)
    pd.testing.assert_frame_equal(again["table"].set_index(columns).loc[before.index], before)


def test_where_they_trade_places_random_tables_are_small_and_never_overtake(
    outputs: Any, tmp_path: Path
) -> None:
    few = {"inputs": [4, 8, 10], "arities": [2]}
    metrics = evaluated(tmp_path, world="traded", **few)["metrics"]["circuits_small_circuits"]
    assert metrics["wrong_outputs"]["value"] == 0
    assert metrics["exponent_tree"]["value"] > 2
    assert metrics["generic_slope"]["value"] < 0.6
    assert metrics["crossover_built"]["low"] == 11
    same = evaluated(tmp_path, world="identity")["table"]
    pd.testing.assert_frame_equal(same, outputs["table"])


def table_of_laws() -> pd.DataFrame:
    """Return two runs in which sparse sizes are 10 d and 10 d^2, others 2^d and 2^(d+1)."""
    rows = []
    for run in (0, 1):
        for d in (4, 6, 8, 10):
            rows += [
                (shape, 2, d, run, 10 * d ** (run + 1), 1) for shape in ("tree", "chain", "shared")
            ]
            rows.append(("generic", 0, d, run, 2 ** (d + run), 2**d))
        rows += [("counted", 0, d, 0, d, 0) for d in (4, 6, 8, 10) if run == 0]
    return pd.DataFrame(rows, columns=["kind", "arity", "inputs", "run", "size", "nodes"])


def test_slopes_and_crossover_of_laws() -> None:
    found: Any = evaluate_small_circuits.growth_laws(
        table_of_laws(), fit_from=8, generic_fit_from=6
    )
    assert found["exponent_tree"].samples == pytest.approx([1, 2])
    assert found["generic_slope"].samples == pytest.approx([1, 1])
    assert found["least_over_counted"].value == pytest.approx(2**6 / 6)
    crossed: Any = evaluate_small_circuits.crossovers(table_of_laws())["crossover_built"]
    assert crossed.samples.tolist() == [6, 10]  # 60 < 2^6 from d = 6 on; 1000 < 2^11 from 10 on


def test_no_crossover_counts_as_one_beyond() -> None:
    table = table_of_laws()
    table.loc[table["kind"] == "tree", "size"] = 10**6
    crossed: Any = evaluate_small_circuits.crossovers(table)["crossover_built"]
    assert crossed.samples.tolist() == [11, 11]


def test_larger_constituents_are_overtaken_later() -> None:
    two, three, four = map(evaluate_small_circuits.crossover_counted, (2, 3, 4))
    assert two < three < four
