"""Edits of two weights together against the sum of what each adds."""

import numpy as np
import pytest

from compsparse.studies.regime.judging.sweep import sweep_weights
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import grid_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.wiring.generate_combinations import (
    composition_errors,
    pairs_of_parts,
)
from tests.unit.studies.regime.judging.nets import SHAPE, random_weights


def test_pairs_are_of_different_parts_and_different() -> None:
    parts = np.array([0, 0, 1, 2])
    pairs_of_all = pairs_of_parts(parts, 99, np.random.default_rng(0))
    np.testing.assert_array_equal(pairs_of_all, [[0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])
    few = pairs_of_parts(parts, 3, np.random.default_rng(0))
    assert len({tuple(pair) for pair in few}) == 3
    assert {tuple(pair) for pair in few} <= {tuple(pair) for pair in pairs_of_all}
    assert len(pairs_of_parts(np.zeros(4, dtype=np.int64), 3, np.random.default_rng(0))) == 0


def test_edits_of_a_linear_picture_compose() -> None:
    # grey: brightness 0.5 + 0.1 x + 0.1 y, linear in the two output weights of x and y
    shape = LayeredShape.from_units(1, {"identity": 3})
    hidden = [1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]  # the units are x, y and 1
    weights = np.array([*hidden, *[0.0] * 6, 0.1, 0.1, 0.5], dtype=np.float32)
    sweep = sweep_weights(shape, weights, np.array([18, 19]))
    assert sweep.matched.all()
    pairs = pairs_of_parts(sweep.indices, 9, np.random.default_rng(0))
    np.testing.assert_allclose(composition_errors(shape, weights, sweep, pairs), 0, atol=1e-5)


def test_errors_are_those_of_the_definition() -> None:
    weights = random_weights()
    sweep = sweep_weights(SHAPE, weights, np.arange(0, SHAPE.weights, 9))
    pairs = pairs_of_parts(np.arange(sweep.matched.sum()), 20, np.random.default_rng(0))
    found = composition_errors(SHAPE, weights, sweep, pairs)
    single, other = pairs[17]
    both = weights.copy()
    for edit in np.flatnonzero(sweep.matched)[[single, other]]:
        both[sweep.indices[edit]] += np.float32(sweep.deltas[edit])
    image = images(SHAPE, both[None], grid_inputs(64))[0]
    left = image - sweep.base - sweep.changes[single] - sweep.changes[other]
    size = np.hypot(np.linalg.norm(sweep.changes[single]), np.linalg.norm(sweep.changes[other]))
    assert found[17] == pytest.approx(np.linalg.norm(left) / size, rel=1e-3, abs=1e-4)
    assert found.max() > 0.05  # a random network does not compose
