"""Differences are between networks of the same target, count and seed."""

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.methods.evaluate_pruning_comparison import differences


def networks() -> pd.DataFrame:
    values = {
        ("a", "face"): [1.0, 2.0],
        ("b", "face"): [0.5, 1.0],
        ("c", "face"): [0.0, 2.0],
        ("a", "car"): [5.0, 7.0],
        ("b", "car"): [1.0, np.nan],
        ("c", "car"): [2.0, 4.0],
    }
    rows = [
        (kind, "adam", target, "round_1", run, value)
        for (kind, target), by_run in values.items()
        for run, value in enumerate(by_run)
    ]
    columns = ["kind", "training", "target", "level", "run", "value"]
    return pd.DataFrame(rows, columns=columns).sample(frac=1, random_state=1)


def test_the_mean_over_targets_of_the_difference_from_the_mean_of_others() -> None:
    found = differences(networks(), "a", ["b", "c"], "adam", "value")
    # run 1 has no value for b on the car, so that only the face counts
    assert found.tolist() == pytest.approx([((1 - 0.25) + (5 - 1.5)) / 2, 2 - 1.5])


def test_another_training_is_not_compared() -> None:
    assert differences(networks(), "a", ["b"], "muon", "value").size == 0
