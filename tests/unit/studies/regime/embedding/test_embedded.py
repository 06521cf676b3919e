"""The network in a larger shape paints the same image, and other shapes are refused."""

from pathlib import Path

import numpy as np
import pytest
import torch

from compsparse.studies.regime.embedding import generate_embedding
from compsparse.studies.regime.embedding.generate_embedding import embedded
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.wiring import own_wiring
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import LayeredGenome, layered
from tests.unit.studies.regime.steps import GENOME, stored


@pytest.fixture(scope="module")
def genome() -> LayeredGenome:
    return layered(read_genome(GENOME))


@pytest.mark.parametrize(("deeper", "wider"), [(0, 0), (0, 2), (1, 0), (3, 2)])
def test_the_image_stays(genome: LayeredGenome, deeper: int, wider: int) -> None:
    units = {name: number + wider for name, number in genome.shape.units} | {"sin": wider}
    shape = LayeredShape.from_units(genome.shape.depth + deeper, units)
    weights, mask = embedded(genome, shape)
    pixels = torch.from_numpy(pixel_inputs(32))
    wanted = images(genome.shape, genome.weights[None], pixels)
    assert images(shape, weights[None], pixels).numpy() == pytest.approx(wanted.numpy(), abs=1e-5)
    assert not weights[~mask].any()
    wiring = own_wiring(genome.shape, genome.mask)
    assert int(mask.sum()) == wiring.count + 3 * deeper


def test_shapes_that_are_too_small_are_refused(genome: LayeredGenome) -> None:
    units = dict(genome.shape.units)
    with pytest.raises(ValueError, match="needed are as many layers"):
        embedded(genome, LayeredShape.from_units(genome.shape.depth - 1, units))
    with pytest.raises(ValueError, match="units of sigmoid"):
        embedded(genome, LayeredShape.from_units(genome.shape.depth, units | {"sigmoid": 1}))


def test_the_step_says_how_far_the_image_is_from_the_target(
    tmp_path: Path, target: Path, genome: LayeredGenome
) -> None:
    params = {"depth": genome.shape.depth + 1, "units": dict(genome.shape.units)}
    outputs = generate_embedding.run({"genome": GENOME, "target": target}, **params)
    weights, mask, deviation = generate_embedding.read_embedding(
        stored(tmp_path, "embedding", outputs)
    )
    assert 0 <= deviation < 1e-4
    assert np.array_equal(weights != 0, mask & (weights != 0))
