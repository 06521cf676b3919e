"""Trainings on pools, and how much they need."""

import itertools
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError

from compsparse.studies.composition.samples import (
    evaluate_sample_complexity,
    render_sample_complexity,
    train_pools,
)
from compsparse.studies.composition.samples.evaluate_sample_complexity import PoolsHistory
from compsparse.studies.composition.samples.plan import PooledTasks, PoolTraining
from tests.unit.studies.composition.conftest import SEEDS
from tests.unit.studies.drawing import drawn, require_legible, written
from workflow_engine.artifacts.arrays import encode
from workflow_engine.artifacts.named_axes import read_dataclass

POOLS = [32, 128, 512]
TRAINING = {
    "data": "mixture",
    "pools": [16, 512],
    "rates": [0.05],
    "initial_scales": [0.01],
    "steps": 150,
    "batch": 300,
    "looks": 6,
    "judged": 16,
    **SEEDS,
}


def trained(path: Path, hidden: Path, **changed: object) -> Path:
    made = train_pools.run({"hidden": hidden}, **(TRAINING | changed))["model"]
    assert isinstance(made, dict)
    path.write_bytes(encode(path, made))
    return path


def read_pools(path: Path) -> PoolsHistory:
    return read_dataclass(path, PoolsHistory)


def test_a_large_pool_of_the_mixture_teaches_and_a_small_one_does_not(
    tmp_path: Path, hidden: Path
) -> None:
    history = read_pools(trained(tmp_path / "model.npz", hidden))
    assert history.reached[:, 1].min() > 0.95
    assert history.reached[:, 0].max() < 0.7
    assert (history.folds, history.symbols) == (4, 3)


def test_hard_data_alone_teach_nothing_unless_the_shorter_hops_are_known(
    tmp_path: Path, hidden: Path
) -> None:
    changed = {"data": "hard_only", "pools": [512]}
    alone = read_pools(trained(tmp_path / "a.npz", hidden, **changed))
    known = read_pools(trained(tmp_path / "b.npz", hidden, **changed, world="known_layers"))
    assert alone.reached.mean() < 0.5
    assert known.reached.min() > 0.95


def test_the_mixture_does_not_teach_where_easy_hops_are_others(
    tmp_path: Path, hidden: Path
) -> None:
    changed = {"pools": [512], "world": "unrelated_easy"}
    assert read_pools(trained(tmp_path / "a.npz", hidden, **changed)).reached.mean() < 0.6


def planted(path: Path, folds: int, symbols: int, needs: float, pools: list[int]) -> Path:
    """Write trainings of three runs that are all right from ``needs`` sequences on."""
    right = np.where(np.array(pools) >= needs, 1.0, 1 / symbols)[:, None, None, None]
    accuracy = np.broadcast_to(right, (len(pools), 2, 3, 2)).copy()
    validation = accuracy.copy()
    # the other choice, and the other look, are better on the test and worse in validation
    validation[:, 0] -= 0.5
    validation[:, :, :, 0] -= 0.5
    accuracy[:, 0] = accuracy[:, :, :, 0] = 0.99
    arrays = {
        "pool": np.array(pools),
        "step": np.array([0, 7]),
        "rate": np.array([0.1, 0.2]),
        "scale": np.array([0.1, 0.1]),
        "accuracy": accuracy,
        "validation": validation,
        "hidden": np.zeros((3, folds, symbols), dtype=np.int64),
    }
    path.write_bytes(encode(path, arrays))
    return path


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    folder = tmp_path_factory.mktemp("planted")
    needs = {(4, 2): 32, (4, 8): 128, (2, 2): 128, (8, 2): 1000}
    mixture = [
        planted(folder / f"{k}-{n}.npz", k, n, size, POOLS) for (k, n), size in needs.items()
    ]
    alone = planted(folder / "alone.npz", 4, 2, 1e9, [*POOLS, 2048])
    inputs = {"mixture": mixture, "hard_only": alone}
    params = {"root_seed": 0, "folds": 4, "symbols": 2, "learned": 0.95}
    return evaluate_sample_complexity.run(inputs, **params)


def test_planted_needs_are_found(evaluated: dict[str, object]) -> None:
    metrics, table = evaluated["metrics"], evaluated["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    measured = metrics["composition_sample_complexity"]
    share = (0.95 - 1 / 8) / (1 - 1 / 8)
    slope = np.log(32 * 4**share / 32) / np.log(4)
    assert measured["slope_symbols"]["value"] == pytest.approx(slope)
    # eight folds are not reached: the slope of 2^k over k = 2, 4, 8
    log_k, log_n = np.log([2, 4, 8]), np.array([2, 4, 8]) * np.log(2)
    search = np.polyfit(log_k, log_n, 1)[0]
    assert measured["slope_folds"]["value"] == pytest.approx(search)
    assert measured["largest_pool_accuracy"]["value"] == pytest.approx(0.5)
    assert measured["hard_only_excess_largest"]["value"] == pytest.approx(0)
    assert table[table["folds"] == 8]["needed"].isna().all()
    assert set(table["step"]) == {7}


def test_the_figure_draws_what_is_reached_and_what_is_not(
    evaluated: dict[str, object], tmp_path: Path
) -> None:
    table = evaluated["table"]
    assert isinstance(table, pd.DataFrame)
    params = {"folds": 4, "symbols": 2}
    figure = drawn(render_sample_complexity.run, table, tmp_path, params)
    require_legible(figure)
    found: dict[tuple[int, str], set[float]] = {}
    for place, line in itertools.chain.from_iterable(
        ((place, line) for line in axes.lines) for place, axes in enumerate(figure.axes)
    ):
        if line.get_marker() in ("^", "o"):
            key = place, str(line.get_marker())
            found.setdefault(key, set()).update(round(float(y)) for y in line.get_ydata())
    assert found[1, "^"] == {512, 2048}  # eight folds, and hard data alone
    assert found[0, "^"] == {2048}
    assert len(found[0, "o"]) == 2
    assert "2,048 sequences" in written(figure)


def test_tasks_lie_on_two_lines() -> None:
    sizes = [(4, 3), (4, 4), (2, 4)]
    tasks = [{"folds": k, "symbols": n} for k, n in sizes]
    PooledTasks(tasks=tasks, crossing={"folds": 4, "symbols": 4}, runs=1)
    with pytest.raises(ValidationError, match="crossing: one of the tasks"):
        PooledTasks(tasks=tasks, crossing={"folds": 8, "symbols": 4}, runs=1)
    with pytest.raises(ValidationError, match="two different values of folds"):
        PooledTasks(tasks=tasks, crossing={"folds": 4, "symbols": 3}, runs=1)


def test_pools_too_small_for_all_hops_are_refused() -> None:
    settings = {
        "pools": [2, 16, 32],
        "hard_only_times": 2,
        "rates": [0.1],
        "initial_scale": 0.1,
        "hard_only_scales": [0.1],
        "steps": 1,
        "batch": 16,
        "looks": 2,
        "judged": 1,
    }
    with pytest.raises(ValidationError, match="at least 8 sequences"):
        PoolTraining(**settings)
    with pytest.raises(ValidationError, match="steps"):
        PoolTraining(**{**settings, "pools": [8, 16, 32], "steps": 0})
