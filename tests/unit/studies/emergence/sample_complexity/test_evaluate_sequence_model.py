"""The exponents of exact risks."""

from typing import Any

import pytest

from compsparse.studies.emergence.sample_complexity import evaluate_sequence_model


def test_exponents_are_those_of_theory() -> None:
    params = {"root_seed": 0, "exponents": [0.75, 1.5], "samples": [10**3, 10**4, 10**5]}
    outputs: Any = evaluate_sequence_model.run({}, **params)
    metrics = outputs["metrics"]["emergence_sequence_model"]
    assert len(outputs["table"]) == 6
    for name, theory in (("beta_0_75", -1 / 3), ("beta_1_5", -2 / 3)):
        assert metrics[f"ideal_exponent_{name}"]["value"] == pytest.approx(theory, abs=0.015)
        assert metrics[f"soft_exponent_{name}"]["value"] == pytest.approx(theory, abs=0.03)
    assert 0 < metrics["largest_share_of_bound"]["value"] < 1
