"""Examples are those of the target, standardised; each run has its own."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.approximation.learning import generate_examples
from compsparse.studies.approximation.target.target import draw_target
from tests.unit.studies.approximation.planted import (
    DIFFERENT,
    GENERIC,
    SEEDS,
    TREE,
    arrays,
    described,
    module,
    ran,
)

SIZES = {"variables": 4, "examples": 300, "judged": 200, "runs": 2, **SEEDS}


def made(target: dict[str, Any], **changed: object) -> dict[str, np.ndarray]:
    return arrays(ran(generate_examples, {}, {**SIZES, "target": target, **changed}))


@pytest.mark.parametrize("description", [TREE, DIFFERENT, GENERIC], ids=["tree", "own", "generic"])
def test_examples_are_values_of_the_target_at_even_points(description: dict[str, Any]) -> None:
    found = made(description)
    for run, (center, spread) in enumerate(found["scale"]):
        target = draw_target(described(description), 4, SEEDS["root_seed"], run)
        for prefix in ("", "judged_"):
            inputs, targets = found[f"{prefix}inputs"][run], found[f"{prefix}targets"][run]
            points = inputs.astype(np.float64) / 12**0.5 + 0.5
            assert points.min() >= 0
            assert points.max() <= 1
            wanted = (target(np.clip(points, 0, 1)) - center) / spread
            np.testing.assert_allclose(targets, wanted, atol=1e-4)
            assert abs(targets.mean()) < 0.2
            assert targets.std() == pytest.approx(1, abs=0.15)
            np.testing.assert_allclose(inputs.mean(axis=0), 0, atol=0.25)
            np.testing.assert_allclose(inputs.std(axis=0), 1, atol=0.15)


def test_no_point_comes_twice() -> None:
    found = made(TREE)
    points = np.concatenate([found[name].reshape(-1, 4) for name in ("inputs", "judged_inputs")])
    assert len(np.unique(points, axis=0)) == len(points)


def test_a_target_without_variance_and_one_without_a_tree_are_refused() -> None:
    for offset in (0.1, 0.2, 0.3, 0.9):  # of which some leave rounding behind
        flat = module("flat", [0.0, 0.0], 0.0, offset)
        with pytest.raises(ValueError, match="its variance is 0"):
            made({"kind": "tree", "modules": [flat]})
    with pytest.raises(ValueError, match="d is 6; allowed: powers of the arity, 2"):
        made(TREE, variables=6)
