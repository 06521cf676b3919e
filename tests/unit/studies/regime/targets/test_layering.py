"""A layered network computes its genome's image, and its counts are those by hand."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.shape import OUTPUTS
from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.genome import Genome
from compsparse.studies.regime.targets.genome_files import read_genome_json
from compsparse.studies.regime.targets.layering import LayeredGenome, layered, node_layers
from tests.unit.studies.regime.targets.small_genomes import (
    BUILT,
    PICBREEDER,
    colour_genome,
    ink_genome,
    needs_picbreeder,
)


def painted(network: LayeredGenome, size: int) -> np.ndarray:
    inputs = pixel_inputs(size)
    rgb = images(network.shape, network.weights[None], inputs)[0]
    return rgb.T.reshape(size, size, 3)


def check_parts_of_the_network(genome: Genome, network: LayeredGenome) -> None:
    carrying = network.weights[network.edge_weights]
    np.testing.assert_array_equal(
        carrying, np.array([edge.weight for edge in genome.edges], np.float32)
    )
    assert len(set(network.edge_weights.tolist())) == len(genome.edges)
    copies = network.mask.copy()
    copies[network.edge_weights] = False
    assert network.mask[network.edge_weights].all()
    assert np.all(network.weights[copies] == 1)
    assert np.all(network.weights[~network.mask] == 0)


@pytest.mark.parametrize("path", BUILT, ids=lambda path: path.stem)
def test_built_genomes_keep_their_image(path: Path) -> None:
    genome = read_genome_json(path)
    network = layered(genome)
    np.testing.assert_allclose(painted(network, 48), draw_genome(genome, 48), rtol=0, atol=1e-4)
    check_parts_of_the_network(genome, network)


def test_layers_units_and_copies_by_hand() -> None:
    genome = colour_genome(
        {"a": "gaussian", "b": "sin", "c": "gaussian"},
        [("x", "a", 2.0), ("a", "b", 3.0), ("x", "b", 0.0), ("b", "c", 1.0), ("y", "h", 1.0),
         ("c", "v", 0.5), ("a", "v", -1.0), ("bias", "s", 1.0)],
    )  # fmt: skip
    layers = node_layers(genome)
    assert {name: layers[name] for name in "xabchsv"} == {
        "x": 0, "a": 1, "b": 2, "c": 3, "h": 1, "s": 1, "v": 4
    }  # fmt: skip
    network = layered(genome)
    # layer 1: a, h, s, copy of x; 2: b, copies of a, h, s; 3: c, copies of a, h, s; 4: v, h, s
    assert network.shape.depth == 4
    assert dict(network.shape.units) == {"identity": 2 + 3, "gaussian": 1, "sin": 1}
    assert int(network.mask.sum()) == len(genome.edges) + 1 + 3 + 3 + 2 + len(OUTPUTS)
    np.testing.assert_allclose(painted(network, 9), draw_genome(genome, 9), rtol=0, atol=1e-6)
    check_parts_of_the_network(genome, network)


def test_a_grey_genome_has_unused_units_for_colour() -> None:
    genome = ink_genome("gaussian", [("x", "ink", 1.0)])
    network = layered(genome)
    assert network.shape.depth == 2
    assert dict(network.shape.units) == {"identity": 3, "gaussian": 1}
    assert int(network.mask.sum()) == 1 + 2  # the edge, a copy and the output
    np.testing.assert_allclose(painted(network, 9), draw_genome(genome, 9), rtol=0, atol=1e-6)


def test_an_output_may_be_a_source() -> None:
    genome = colour_genome(
        {"a": "sin"}, [("y", "v", 1.0), ("v", "a", 1.0), ("a", "h", 1.0), ("x", "s", 1.0)]
    )
    network = layered(genome)
    np.testing.assert_allclose(painted(network, 9), draw_genome(genome, 9), rtol=0, atol=1e-6)


@needs_picbreeder
@pytest.mark.parametrize(
    ("name", "depth", "width", "weights", "nonzero"),
    [("skull", 12, 22, 5478, 147 - 2), ("butterfly", 16, 23, 8096, 281)],
)
def test_picbreeders_genomes(name: str, depth: int, width: int, weights: int, nonzero: int) -> None:
    assert PICBREEDER is not None
    genome = read_genome_json(Path(PICBREEDER) / f"{name}.json")
    network = layered(genome)
    shape = network.shape
    assert (shape.depth, shape.width, shape.weights) == (depth, width, weights)
    # the skull's hue and saturation have no weights here
    assert int(np.count_nonzero(network.weights)) == nonzero
    np.testing.assert_allclose(painted(network, 128), draw_genome(genome, 128), rtol=0, atol=1e-4)
    check_parts_of_the_network(genome, network)
