import numpy as np
import pytest
import torch

from compsparse.ensembles.initialization import initialize
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.network.architecture import NetworkShape
from compsparse.studies.factorial.network.dense_target import DenseTarget
from compsparse.studies.factorial.network.gradient import Gradient
from compsparse.studies.factorial.network.grouped_target import GroupedTarget
from compsparse.studies.factorial.network.head import HeadMemory, needs_shift
from compsparse.studies.factorial.network.sampled_target import SampledTarget
from compsparse.studies.factorial.network.target import Target
from compsparse.studies.factorial.network.tiles import TILE_BYTES, tiles
from compsparse.studies.factorial.training.population_target import population_target
from tests.unit.studies.factorial.autograd_reference import gradients, relative_error

RUNS, INPUTS, OUTPUTS, GROUPS = 2, 40, 12, 5
SHAPE = NetworkShape(INPUTS, OUTPUTS, 4, 8, 1, learned_embedding=True)
RANDOM = np.random.default_rng(0)
GROUP_OF_INPUT = RANDOM.integers(GROUPS, size=(RUNS, INPUTS))
DISTINCT = RANDOM.dirichlet(np.full(OUTPUTS, 0.3), size=(RUNS, GROUPS))
DENSE = torch.from_numpy(
    np.take_along_axis(DISTINCT, GROUP_OF_INPUT[:, :, None], axis=1).astype(np.float32)
)


def parameters_with_logits(scale: float) -> Parameters:
    parameters = Parameters(RUNS, SHAPE.parameter_shapes())
    initialize(
        parameters, SHAPE.initializers(), [np.random.default_rng(run) for run in range(RUNS)]
    )
    parameters.views["output_embedding"].mul_(scale)
    return parameters


def computed(target: Target, scale: float = 1, tile_bytes: int = TILE_BYTES) -> Parameters:
    gradient = Gradient(SHAPE, parameters_with_logits(scale), target, tile_bytes=tile_bytes)
    gradient()
    gradient()
    return gradient.gradients


@pytest.mark.parametrize("tile_bytes", [10**3, 10**4, TILE_BYTES])
@pytest.mark.parametrize("scale", [1, 300])
def test_grouped_and_dense_targets_give_the_same_gradient(tile_bytes: int, scale: float) -> None:
    dense = computed(DenseTarget(DENSE), scale)
    grouped_target = GroupedTarget(GROUP_OF_INPUT, torch.from_numpy(DISTINCT).float(), 4)
    grouped = computed(grouped_target, scale, tile_bytes)
    for name in SHAPE.parameter_shapes():
        assert relative_error(grouped.views[name], dense.views[name]) < 2e-6, name


@pytest.mark.parametrize("scale", [60, 3000])
def test_logits_beyond_what_exp_can_hold_are_shifted(scale: float) -> None:
    parameters = parameters_with_logits(scale)
    embedding = parameters.views["output_embedding"]
    assert needs_shift(embedding, torch.empty_like(embedding))
    found = computed(DenseTarget(DENSE), scale)
    for run in range(RUNS):
        truth = gradients(
            {name: view[run] for name, view in parameters.views.items()},
            1,
            torch.arange(INPUTS),
            DENSE[run],
        )
        for name, exact in truth.items():
            assert relative_error(found.views[name][run], exact) < 1e-4, name


def test_small_logits_need_no_shift_and_not_a_number_does() -> None:
    embedding = torch.ones(1, 4, 3)
    assert not needs_shift(embedding, torch.empty_like(embedding))
    embedding[0, 0, 0] = torch.nan
    assert needs_shift(embedding, torch.empty_like(embedding))


@pytest.mark.parametrize("shift", [False, True])
def test_exponentials_over_sums_are_the_softmax(shift: bool) -> None:
    hidden, embedding = torch.randn(2, 7, 4), torch.randn(2, 4, 9)
    memory = HeadMemory(2, 7, 4, 9)
    memory.exponentiate(hidden, embedding, shift=shift)
    torch.testing.assert_close(
        memory.exponentials / memory.sums, torch.softmax(hidden @ embedding, dim=2)
    )


@pytest.mark.parametrize("tile_bytes", [10**3, 10**4, TILE_BYTES])
def test_merged_counts_give_the_gradient_of_the_plain_mean_over_pairs(tile_bytes: int) -> None:
    random = np.random.default_rng(1)
    # more samples than inputs, so that inputs and pairs repeat; some inputs are never drawn
    inputs = random.integers(INPUTS - 5, size=(RUNS, 200))
    outputs = random.integers(OUTPUTS // 3, size=(RUNS, 200))
    target = SampledTarget(RUNS, INPUTS, OUTPUTS)
    target.observe(inputs[:, :50], outputs[:, :50])
    target.observe(inputs, outputs)
    found = computed(target, tile_bytes=tile_bytes)
    parameters = parameters_with_logits(1)
    for run in range(RUNS):
        truth = gradients(
            {name: view[run] for name, view in parameters.views.items()},
            1,
            torch.from_numpy(inputs[run]),
            torch.from_numpy(outputs[run]),
        )
        for name, exact in truth.items():
            assert relative_error(found.views[name][run], exact) < 1e-6, name
    assert not found.views["input_embedding"][:, -5:].any()


def test_groups_are_used_where_they_are_few_and_outputs_many() -> None:
    groups = np.zeros((1, 64), dtype=np.int64)
    few = [np.full((1, 64), 1 / 64)]
    assert isinstance(population_target(groups, few, 4), GroupedTarget)
    assert isinstance(population_target(groups, few, 32), DenseTarget)
    many = [np.full((32, 64), 1 / 64)]
    assert isinstance(population_target(groups, many, 4), DenseTarget)


@pytest.mark.parametrize("per_tile", [1, 3, 10, 25, 70, 1000])
def test_tiles_cover_every_row_of_every_run_once_and_in_order(per_tile: int) -> None:
    runs, rows = 7, 10
    flat = np.arange(runs * rows).reshape(runs, rows)
    pieces = [flat[tile.index] for tile in tiles(runs, rows, 100, 100 * per_tile)]
    np.testing.assert_array_equal(np.concatenate([p.ravel() for p in pieces]), flat.ravel())
    assert max(piece.size for piece in pieces) <= per_tile
    assert [t.shape for t in tiles(runs, rows, 100, 100 * per_tile)] == [p.shape for p in pieces]
