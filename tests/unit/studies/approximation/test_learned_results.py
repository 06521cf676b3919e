"""Depth, locality and transfer: ratios of planted errors, by hand."""

from pathlib import Path

import numpy as np

from compsparse.studies.approximation.depth import evaluate_depth
from compsparse.studies.approximation.locality import evaluate_locality
from compsparse.studies.approximation.transfer import evaluate_levels_copied, evaluate_transfer
from tests.unit.studies.approximation.planted import evaluated, model_files

RUNS = np.array([1.0, 1.1, 1.2])


def test_depth_compares_networks_of_equal_size(tmp_path: Path) -> None:
    # three layers have half the error of one at 400 weights, and as much at 100
    errors = {
        ("dense_1", 100): 0.4,
        ("dense_1", 400): 0.2,
        ("dense_3", 100): 0.4,
        ("dense_3", 400): 0.1,
        ("tree", 100): 0.1,
        ("tree", 400): 0.05,
    }
    cells, planted = [], []
    for kind in ("examples", "fresh"):
        for (network, size), error in errors.items():
            cells.append({"data": kind, "network": network, "size": size})
            planted.append((RUNS * error).tolist())
    table, values = evaluated(evaluate_depth, *model_files(tmp_path, cells, planted))
    assert len(table) == 36
    half = [np.log(0.5)] * 3
    np.testing.assert_allclose(values["fresh_depth_at_100"], [0] * 3, atol=1e-12)
    np.testing.assert_allclose(values["examples_depth_at_400"], half)
    np.testing.assert_allclose(values["fresh_depth_last_less_first"], half)
    np.testing.assert_allclose(values["fresh_wiring_least"], half)


def test_locality_and_sharing_are_told_apart(tmp_path: Path) -> None:
    errors = {"convolution": (0.1, 0.8), "local": (0.2, 0.8), "dense": (0.8, 0.8)}
    cells, planted = [], []
    for target in ("tree", "different"):
        for network, by_order in errors.items():
            for order, error in zip(("own", "random"), by_order, strict=True):
                cells.append({"target": target, "network": network, "order": order})
                planted.append((RUNS * error).tolist())
    _, values = evaluated(evaluate_locality, *model_files(tmp_path, cells, planted))
    wanted = {
        "tree_log_ratio_permuted_over_ordered_local": 4,
        "tree_log_ratio_permuted_over_ordered_convolution": 8,
        "different_log_ratio_permuted_over_ordered_dense": 1,
        "tree_log_ratio_dense_over_local": 4,
        "different_log_ratio_local_over_convolution": 2,
        "tree_locality_less_sharing": 2,
    }
    for name, ratio in wanted.items():
        np.testing.assert_allclose(values[name], [np.log(ratio)] * 3, atol=1e-12, err_msg=name)


def test_transfer_is_judged_at_the_largest_number_of_examples(tmp_path: Path) -> None:
    errors = {
        "scratch": 0.8,
        "frozen": 0.1,
        "frozen_other": 1.6,
        "fine_tuned": 0.2,
        "fine_tuned_other": 0.4,
    }
    cells, planted = [], []
    for arm, error in errors.items():
        for examples in (10, 20):
            cells.append({"arm": arm, "examples": examples})
            planted.append((RUNS * (error if examples == 20 else 1.0)).tolist())
    _, values = evaluated(evaluate_transfer, *model_files(tmp_path, cells, planted))
    wanted = {
        "log_ratio_frozen_over_scratch": 1 / 8,
        "log_ratio_frozen_over_frozen_other": 1 / 16,
        "log_ratio_fine_tuned_over_fine_tuned_other": 1 / 2,
        "log_ratio_frozen_other_over_scratch": 2,
    }
    assert set(values) == set(wanted)
    for name, ratio in wanted.items():
        np.testing.assert_allclose(values[name], [np.log(ratio)] * 3, err_msg=name)


def test_the_shared_levels_are_compared_with_the_best_of_fewer_and_of_more(tmp_path: Path) -> None:
    cells = [{"levels": number} for number in range(4)]
    planted = [(RUNS * error).tolist() for error in (0.8, 0.4, 0.1, 0.3)]
    inputs, params = model_files(tmp_path, cells, planted)
    _, values = evaluated(evaluate_levels_copied, inputs, {**params, "shared": 2})
    np.testing.assert_allclose(values["log_ratio_fewer_over_shared"], [np.log(4)] * 3)
    np.testing.assert_allclose(values["log_ratio_more_over_shared"], [np.log(3)] * 3)
