import numpy as np
import pytest
import torch

from compsparse.ensembles.initialization import initialize, linear_default, standard_normal
from compsparse.ensembles.parameters import Parameters
from workflow_engine.seeds import generator

SHAPES: dict[str, tuple[int, ...]] = {"embedding": (50, 4), "map": (16, 300)}
INITIALIZERS = {"embedding": standard_normal, "map": linear_default}


def drawn(runs: list[int]) -> Parameters:
    parameters = Parameters(len(runs), SHAPES)
    initialize(parameters, INITIALIZERS, [generator(0, "initialization", run) for run in runs])
    return parameters


def test_a_run_does_not_depend_on_the_runs_it_is_stacked_with() -> None:
    alone, together = drawn([7]).arrays(), drawn([3, 7, 1, 2]).arrays()
    for name in SHAPES:
        np.testing.assert_array_equal(alone[name][0], together[name][1])


def test_runs_differ() -> None:
    first, second = drawn([0, 1]).views["map"]
    assert not torch.equal(first, second)


def test_the_laws_are_those_of_torch() -> None:
    linear = torch.nn.Linear(16, 3000, bias=False).weight.detach()
    bound = linear.abs().max().item()
    values = linear_default(np.random.default_rng(0), (16, 3000))
    assert np.abs(values).max() == pytest.approx(bound, rel=1e-3)
    assert values.std() == pytest.approx(bound / np.sqrt(3), rel=0.01)
    normal = standard_normal(np.random.default_rng(0), (100, 1000))
    assert normal.mean() == pytest.approx(0, abs=0.02)
    assert normal.std() == pytest.approx(1, abs=0.01)


def test_a_missing_generator_or_initializer_is_refused() -> None:
    parameters = Parameters(2, SHAPES)
    with pytest.raises(ValueError, match="1 random generators"):
        initialize(parameters, INITIALIZERS, [generator(0, "a")])
    with pytest.raises(ValueError, match="initializers for"):
        initialize(parameters, {"map": linear_default}, [generator(0, "a"), generator(0, "b")])
