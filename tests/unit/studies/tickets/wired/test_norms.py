"""Norms against those of whole matrices."""

import numpy as np
import pytest
import torch

from compsparse.studies.tickets.wired.norms import layer_norms, node_norms, stable_ranks
from compsparse.studies.tickets.wired.shape import WIRINGS, Wiring, network_shape
from tests.unit.ensembles.wirings.networks import ROWS, made, whole_matrices


@pytest.mark.parametrize("wiring", WIRINGS)
def test_norms_are_those_of_the_matrices(wiring: Wiring) -> None:
    shape = network_shape(wiring, 8, 3)
    parameters, _ = made(shape)
    weights = list(parameters.arrays().values())
    layers, ranks = layer_norms(weights, shape), stable_ranks(weights, shape)
    assert layers.shape == (ROWS, len(shape.levels))
    for row in range(ROWS):
        for place, matrix in enumerate(whole_matrices(shape, parameters.views, row)):
            assert layers[row, place] == pytest.approx(float(matrix.norm()), rel=1e-5)
            largest = float(torch.linalg.matrix_norm(matrix, ord=2))
            wanted = float(matrix.norm()) ** 2 / largest**2
            assert ranks[row, place] == pytest.approx(wanted, rel=1e-4)


def test_of_nodes_the_largest_counts() -> None:
    weights = [np.zeros((1, 3, 2, 2)), np.ones((1, 1, 1, 4))]
    weights[0][0, 1] = 3.0
    weights[0][0, 2] = -1.0
    np.testing.assert_allclose(node_norms(weights), [[6.0, 2.0]])
