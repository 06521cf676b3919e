"""Numbers of functions by size."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.sparse_functions import evaluate_sparse_share


def test_numbers_are_known() -> None:
    params = {
        "root_seed": 0,
        "formula_inputs": [2, 3],
        "circuits": [evaluate_sparse_share.Listing(2, 1), evaluate_sparse_share.Listing(3, 4)],
        "counted": [5, 6, 8],
    }
    outputs: Any = evaluate_sparse_share.run({}, **params)
    table = outputs["table"]
    listed = table[(table["part"] == "circuit") & (table["inputs"] == 3)]
    assert listed["functions"].tolist() == [8, 30, 114, 80, 24]
    shares = 2.0 ** listed["log2_share"]
    assert shares.sum() == pytest.approx(1)
    np.testing.assert_allclose(shares, listed["functions"] / 256)
    assert (listed["log2_share"] <= listed["log2_bound"] + 1e-12).all()
    values = {k: v["value"] for k, v in outputs["metrics"]["circuits_sparse_share"].items()}
    assert values["wrong_totals"] == 0
    assert values["formulas_below_circuits"] == 0
    assert values["functions_3_inputs_4_gates"] == 24
    assert values["largest_share_of_count"] == pytest.approx(1)
    assert values["least_half_size"] == pytest.approx(5 * 5 / 2**5)
    assert values["share_of_small"] == pytest.approx((12 + 3 * 2 * 105**3 // 2) / 2**32)
    assert values["squares_are_rare_from"] == 10
