from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.data_split import evaluate_parent_states

WriteSplits = Callable[..., list[Path]]

RUNS, PARENTS = 3, (1, 4)


@pytest.fixture
def datasets(tmp_path: Path) -> list[Path]:
    paths = []
    for parents in PARENTS:
        params = {
            "root_seed": 1,
            "seed_names": ["test", str(parents)],
            "input_factors": [2, 2, 2, 2],
            "output_factors": [8, 8],
            "parents": parents,
            "concentration": 0.5,
            "runs": RUNS,
        }
        made: Any = generate_dataset.run({}, **params)["dataset"]
        paths.append(tmp_path / f"parents_{parents}.npz")
        np.savez(paths[-1], **made)
    return paths


def evaluated(
    histories: list[Path], datasets: list[Path]
) -> tuple[pd.DataFrame, dict[str, dict[str, float]]]:
    inputs = {"histories": histories, "datasets": datasets}
    outputs: Any = evaluate_parent_states.run(inputs, root_seed=0)
    return outputs["table"], outputs["metrics"]["factorial_parent_states"]


def seen_by_run(*inputs: int) -> np.ndarray:
    seen = np.isin(np.arange(16), inputs).astype(np.int64)
    return np.tile(seen, (RUNS * len(PARENTS), 1))


def one_history(write_splits: WriteSplits, **arrays: np.ndarray) -> list[Path]:
    return write_splits(lambda **_: 1.0, parents=PARENTS, shares=(0.25,), runs=RUNS, **arrays)


def test_four_parents_cover_no_unseen_input(
    write_splits: WriteSplits, datasets: list[Path]
) -> None:
    # 0000 and 1111 show each factor in both states: enough for one parent, not for four
    table, metrics = evaluated(one_history(write_splits, seen=seen_by_run(0, 15)), datasets)
    assert table.groupby("parents")["covered_inputs"].agg(set).to_dict() == {1: {14}, 4: {0}}
    assert table["covered_loss"].isna().tolist() == [False] * 3 + [True] * 3
    assert table["uncovered_loss"].isna().tolist() == [True] * 3 + [False] * 3
    # no network has both kinds of inputs, so there is nothing to compare
    assert set(metrics) == {"covered_share_gap", "covered_share_excess"}
    assert metrics["covered_share_gap"]["value"] == 1


def test_losses_of_the_two_classes(write_splits: WriteSplits, datasets: list[Path]) -> None:
    # seen: coordinate 0 is always 0, so an input with a new state of it is not covered where
    # some output factor has it as its parent
    seen = [0, 2, 4, 8, 14]
    divergence = np.where(np.arange(16) % 2 == 1, 4.0, 1.0)
    histories = one_history(
        write_splits,
        seen=seen_by_run(*seen),
        final_divergence=np.tile(divergence, (RUNS * len(PARENTS), 1)),
    )
    table, metrics = evaluated(histories, datasets)
    adjacency = np.load(datasets[0])["adjacency"]
    hidden = adjacency[:, :, 0].any(axis=1)  # runs whose outputs depend on coordinate 0
    assert 0 < hidden.sum() < RUNS
    rows = table[table["parents"] == 1]
    assert rows["uncovered_inputs"].tolist() == np.where(hidden, 8, 0).tolist()
    assert rows["covered_inputs"].tolist() == np.where(hidden, 3, 11).tolist()
    assert rows["covered_loss"][hidden.tolist()].tolist() == [1.0] * hidden.sum()
    assert rows["uncovered_loss"][hidden.tolist()].tolist() == [4.0] * hidden.sum()
    # what the mean law of the seen inputs loses on either kind is no merit of the network
    constant = np.log(rows["uncovered_constant_loss"] / rows["covered_constant_loss"])
    expected = -np.log(4) + constant[hidden.tolist()].mean()
    assert metrics["covered_contrast"]["value"] == pytest.approx(expected)
    assert metrics["covered_contrast"]["n"] == hidden.sum()


def test_the_constant_prediction_is_the_mean_of_the_seen_laws(
    write_splits: WriteSplits, datasets: list[Path]
) -> None:
    table, _ = evaluated(one_history(write_splits, seen=seen_by_run(0, 15)), datasets)
    probabilities = read_dataset(datasets[0]).probabilities(0)
    unseen, mean = probabilities[1:15], probabilities[[0, 15]].mean(axis=0)
    divergences = (unseen * np.log(unseen / mean)).sum(axis=1)
    row = table[(table["parents"] == 1) & (table["run"] == 0)].iloc[0]
    assert row["covered_constant_loss"] == pytest.approx(divergences.mean())
    assert np.isnan(row["uncovered_constant_loss"])


def test_excess_over_the_expected_share(write_splits: WriteSplits, datasets: list[Path]) -> None:
    table, metrics = evaluated(one_history(write_splits, seen=seen_by_run(0, 15)), datasets)
    expected = table["expected_covered_share"]
    assert expected[3:].tolist() == [0, 0, 0]
    assert metrics["covered_share_excess"]["value"] == pytest.approx((1 - expected[:3]).sum() / 6)
