"""Depth, locality and transfer: ratios of planted errors, by hand."""

from pathlib import Path

import numpy as np

from compsparse.studies.approximation.depth import evaluate_depth
from compsparse.studies.approximation.locality import evaluate_locality
from compsparse.studies.approximation.transfer import evaluate_levels_copied, evaluate_transfer
from tests.unit.studies.approximation.planted import evaluated, model_files

RUNS = np.array([1.0, 1.1, 1.2])


def test_depth_compares_networks_of_equal_size(tmp_path: Path) -> None:
    errors = {"dense_1": 0.4, "dense_3": 0.2, "tree": 0.05}
    cells, planted = [], []
    for kind, times in (("examples", 2.0), ("fresh", 1.0)):
        for network, error in errors.items():
            for size in (100, 400):
                cells.append({"data": kind, "network": network, "size": size})
                deep = network != "dense_1"
                planted.append((RUNS * error * (times if deep else 1.0) * 100 / size).tolist())
    table, values = evaluated(evaluate_depth, *model_files(tmp_path, cells, planted))
    assert len(table) == 36
    half = [np.log(0.5)] * 3
    np.testing.assert_allclose(values["fresh_log_ratio_dense_3_over_dense_1"], half)
    np.testing.assert_allclose(
        values["examples_log_ratio_dense_3_over_dense_1"], [0] * 3, atol=1e-12
    )
    np.testing.assert_allclose(values["fresh_log_ratio_tree_over_dense_3"], [np.log(0.25)] * 3)


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
        ("related", "scratch"): 0.8,
        ("related", "frozen"): 0.1,
        ("related", "fine_tuned"): 0.2,
        ("unrelated", "scratch"): 0.8,
        ("unrelated", "frozen"): 1.6,
    }
    cells, planted = [], []
    for (target, arm), error in errors.items():
        for examples in (10, 20):
            cells.append({"target": target, "arm": arm, "examples": examples})
            planted.append((RUNS * (error if examples == 20 else 1.0)).tolist())
    _, values = evaluated(evaluate_transfer, *model_files(tmp_path, cells, planted))
    eighth, double = [np.log(1 / 8)] * 3, [np.log(2)] * 3
    np.testing.assert_allclose(values["related_log_ratio_frozen_over_scratch"], eighth)
    np.testing.assert_allclose(values["unrelated_log_ratio_frozen_over_scratch"], double)
    np.testing.assert_allclose(values["related_log_ratio_fine_tuned_over_frozen"], double)


def test_the_shared_levels_are_compared_with_the_best_of_fewer_and_of_more(tmp_path: Path) -> None:
    cells = [{"levels": number} for number in range(4)]
    planted = [(RUNS * error).tolist() for error in (0.8, 0.4, 0.1, 0.3)]
    inputs, params = model_files(tmp_path, cells, planted)
    _, values = evaluated(evaluate_levels_copied, inputs, {**params, "shared": 2})
    np.testing.assert_allclose(values["log_ratio_fewer_over_shared"], [np.log(4)] * 3)
    np.testing.assert_allclose(values["log_ratio_more_over_shared"], [np.log(3)] * 3)
