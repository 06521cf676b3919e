"""A chain of thought that is written down, and what it costs."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.composition.chain_of_thought import (
    evaluate_inference_steps,
    generate_inference_steps,
    render_inference_steps,
)
from compsparse.studies.composition.chain_of_thought.stepping_layer import stepping_layer, thought
from compsparse.studies.composition.chain_of_thought.work import (
    Work,
    chain_operations,
    direct_operations,
)
from compsparse.studies.composition.task.hops import chain, permutations, single_hops
from compsparse.studies.composition.written_down.layers import Layer
from tests.unit.studies.composition.conftest import SEEDS
from tests.unit.studies.drawing import drawn, require_legible, written
from workflow_engine.artifacts.arrays import encode


@pytest.mark.parametrize(("folds", "symbols"), [(1, 4), (2, 3), (4, 5), (8, 2)])
def test_each_step_finds_the_next_symbol(folds: int, symbols: int) -> None:
    random = np.random.default_rng(folds)
    hidden, read = (permutations(random, folds, symbols=symbols) for _ in range(2))
    for start in range(symbols):
        found = thought(stepping_layer(hidden, 30.0), read, start, Work())
        wanted = chain(single_hops(read, hidden), np.array(start))
        np.testing.assert_array_equal(found, wanted)


def test_other_hidden_permutations_lead_elsewhere() -> None:
    random = np.random.default_rng(3)
    hidden, read = (permutations(random, 4, symbols=5) for _ in range(2))
    found = thought(stepping_layer(np.roll(hidden, 1, axis=1), 30.0), read, 0, Work())
    assert found[0] != chain(single_hops(read, hidden), np.array(0))[0]


def test_products_are_counted_with_their_zeros_and_without() -> None:
    work = Work()
    left, right = np.array([[1.0, 0.0], [2.0, 3.0]]), np.array([[4.0], [0.0]])
    np.testing.assert_array_equal(work.product(left, right), [[4.0], [8.0]])
    assert (work.dense, work.without_zeros) == (8, 4)


def test_counting_changes_no_answer_and_agrees_with_the_formula() -> None:
    random = np.random.default_rng(1)
    layer = Layer(random.standard_normal((5, 5)), random.standard_normal((5, 5)))
    tokens, work = random.standard_normal((5, 3)), Work()
    np.testing.assert_allclose(work.attend(layer, tokens, tokens[:, 1:2]), layer(tokens)[:, 1:2])
    assert work.dense == 4 * 5 * 1 * (5 + 3)


def test_formulas_at_the_smallest_sizes() -> None:
    # d = 4 and 5 * T + step tokens: 4 d (d + T + 1)
    assert chain_operations(1, 2) == 4 * 8 * (8 + 2 + 1)
    assert direct_operations(1, 2, 2) == 4 * 6 * (6 + 2) * 2
    assert direct_operations(2, 2, 1) == 4 * 16 * (16 + 4) * (4 + 1)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    params = {"folds": [1, 4], "symbols": [2, 3], "sharpness": 25.0, "inputs": 2, **SEEDS}
    path = tmp_path_factory.mktemp("steps") / "answers.npz"
    path.write_bytes(encode(path, generate_inference_steps.run({}, **params)["data"]))
    return evaluate_inference_steps.run({"answers": path}, root_seed=0)


def test_both_ways_are_right_and_their_work_is_compared(made: dict[str, object]) -> None:
    metrics, table = made["metrics"], made["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    measured = {n: metric["value"] for n, metric in metrics["composition_inference_steps"].items()}
    for name in ("chain_right", "direct_right", "steps_per_fold", "counted_over_formula"):
        assert measured[name] == 1.0
    assert measured["depth_ratio"] == 4 / 3
    ratios = [chain_operations(4, n) / direct_operations(4, n, 1) for n in (2, 3)]
    assert measured["work_one_question"] == pytest.approx(max(ratios))
    asked = [4 * n * chain_operations(4, n) / direct_operations(4, n, 4 * n) for n in (2, 3)]
    assert measured["work_all_questions"] == pytest.approx(min(asked))
    sparse = table[(table["folds"] == 4) & (table["way"] == "chain")]
    assert (sparse["without_zeros"] < sparse["operations"]).all()


def test_the_figure_draws_depth_and_work_of_the_most_symbols(
    made: dict[str, object], tmp_path: Path
) -> None:
    table = made["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_inference_steps.run, table, tmp_path)
    require_legible(figure)
    shown = table[table["symbols"] == 3]
    for axes, columns in zip(figure.axes, ("depth", "operations"), strict=True):
        for way in ("chain", "direct_one"):
            values = shown[shown["way"] == way][columns]
            assert any(np.allclose(line.get_ydata(), values) for line in axes.lines)
    assert "wrong answers over all k and N: 0%" in written(figure)
