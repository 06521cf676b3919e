"""Correlations that are planted within cells come back, whatever lies between cells."""

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.depth.evaluate_depth_scores import correlations_with_orthogonality


def networks(sign: float) -> pd.DataFrame:
    random = np.random.default_rng(0)
    rows = []
    for place, (target, depth, kind) in enumerate(
        [("a", 4, "dense"), ("a", 6, "dense"), ("b", 4, "dense"), ("b", 4, "pruned")]
    ):
        for run in range(5):
            value = random.normal()
            # cells differ the other way, and by more
            rows.append((target, depth, kind, run, value + 9 * place, sign * (value - 9 * place)))
    columns = ["target", "depth", "kind", "run", "orthogonality", "excess_score"]
    return pd.DataFrame(rows, columns=columns)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_only_like_networks_are_compared(sign: float) -> None:
    found = correlations_with_orthogonality(networks(sign), "excess_score")
    np.testing.assert_allclose(found, sign)
    assert len(found) == 5


def test_what_does_not_vary_or_is_unknown_is_left_out() -> None:
    table = networks(1.0).assign(excess_score=0.5)
    assert len(correlations_with_orthogonality(table, "excess_score")) == 0
    table["excess_score"] = np.nan
    assert len(correlations_with_orthogonality(table, "excess_score")) == 0
