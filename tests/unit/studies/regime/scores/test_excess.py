"""Excess over dense networks of the same error."""

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.scores.excess import with_excess


def rows(errors: np.ndarray, values: np.ndarray, **labels: object) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "target": "face",
            "depth": 4,
            "run": np.arange(len(errors)) % 3,
            "error": errors,
            "alignment": values,
            "score": values,
            "score_with_symmetry": values,
            **labels,
        }
    )


def references() -> pd.DataFrame:
    errors = np.geomspace(1e-3, 1e-1, 12)
    stopped = rows(errors, 0.5 + 0.1 * np.log10(errors), kind="stopped")
    narrow = rows(errors, 0.4 + 0.1 * np.log10(errors), kind="width")
    return pd.concat([stopped, narrow], ignore_index=True)


def test_networks_of_the_null_have_no_excess_and_others_what_is_above_the_higher_null() -> None:
    errors = np.array([2e-3, 5e-2, 1e-5])
    planted = 0.5 + 0.1 * np.log10(errors) + np.array([0.0, 0.07, 0.3])
    found = with_excess(rows(errors, planted), references())
    np.testing.assert_allclose(found["excess_score"][:2], [0.0, 0.07], atol=1e-12)
    # better than every dense network: nothing to compare with
    assert np.isnan(found["excess_score"][2])
    assert found["comparable"].tolist() == [True, True, False]


def test_targets_without_known_parts_have_no_excess_of_alignment() -> None:
    known = references().assign(alignment=np.nan)
    found = with_excess(rows(np.array([2e-3]), np.array([0.5])).assign(alignment=np.nan), known)
    assert found["excess_alignment"].isna().all() and found["excess_score"].notna().all()


def test_missing_references_are_named() -> None:
    other = references().assign(depth=6)
    with pytest.raises(ValueError, match="'depth': 4"):
        with_excess(rows(np.array([2e-3]), np.array([0.5])), other)
