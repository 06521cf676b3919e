"""Step ``generate``: what one linear layer does to random inputs (slide 'Explaining the theorem').

Arrays are ratios to what the slide states. Inputs are uniform on the unit sphere; rows of a sparse
layer read blocks of neighbouring inputs, one block after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64

from compsparse.studies.tickets.step_settings import spreads
from compsparse.studies.tickets.wired.generate_examples import uniform_on_sphere
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

Values = dict[str, Float64[np.ndarray, "..."] | np.float64]


@dataclass(frozen=True)
class Layers:
    """Sizes of layers and samples.

    Attributes:
        inputs: n.
        units: s, rows of a layer.
        nonzeros: values of k, nonzero entries of a row.
        draws: inputs of a run.
        examples: N of the suprema.
        signs: random sign vectors.
        filter_size: entries of a filter.
    """

    inputs: int
    units: int
    nonzeros: Sequence[int]
    draws: int
    examples: int
    signs: int
    filter_size: int


@spreads(Layers)
def run(
    files: Inputs, layers: Layers, *, root_seed: int, seed_names: Sequence[str], runs: int
) -> Outputs:
    """Return ratios by run, and by k, the nonzero entries of a row, where rows are sparse.

    dense_largest, dense_mean [run]: |Wx|^2 over |W|_F^2 |x|^2. sparse_sum [run, k]: the sum of
    |w_i|^2 |x_i|^2, where row i reads x_i, over that of |w_i|^2 (k_i/n) |x|^2, mean over x;
    sparse_actual: |Wx|^2 over the same; sparse_above: fraction of x for which that is above 1.
    convolution_largest, convolution_along [run]: |Wx| over
    |w| |x|, largest over x, and smallest where w is one filter and every patch is parallel to it;
    convolution_matrix: |W|_F over |w|. row_supremum [run, k, sign]: the largest
    (1/N) sum_i s_i h(x_i) of one row with weights of norm 1 on one block, mean over blocks;
    layer_supremum: of a layer of norm 1 with rows on every block; dense_supremum [run, sign]: of a
    dense layer. bounded_largest, bounded_signs [run, k]: |W|_F over sqrt(s k), largest with weights
    uniform on [-1, 1], and with weights 1 and -1.
    """
    found: dict[str, list[np.ndarray]] = {}
    for run in range(runs):
        random = generator(root_seed, *seed_names, run)
        for part in (_dense, _sparse, _convolution, _supremum, _bounded):
            for name, values in part(random, layers).items():
                found.setdefault(name, []).append(np.asarray(values))
    stacked = {name: np.stack(by_run) for name, by_run in found.items()}
    return {"data": {"nonzeros": np.array(layers.nonzeros), **stacked}}


def block_mask(inputs: int, nonzeros: int, rows: int) -> Bool[np.ndarray, "rows inputs"]:
    """Return which inputs each row reads: consecutive blocks, cyclically."""
    block = np.arange(inputs) // nonzeros
    mask: Bool[np.ndarray, "rows inputs"] = (
        block == (np.arange(rows) % (inputs // nonzeros))[:, None]
    )
    return mask


def _dense(random: np.random.Generator, layers: Layers) -> Values:
    points = uniform_on_sphere(random, layers.draws, layers.inputs)
    weights = random.standard_normal((layers.units, layers.inputs))
    ratio = ((points @ weights.T) ** 2).sum(axis=1) / (weights**2).sum()
    return {"dense_largest": ratio.max(), "dense_mean": ratio.mean()}


def _sparse(random: np.random.Generator, layers: Layers) -> Values:
    found = []
    points = uniform_on_sphere(random, layers.draws, layers.inputs)
    for nonzeros in layers.nonzeros:
        mask = block_mask(layers.inputs, nonzeros, layers.units)
        weights = random.standard_normal(mask.shape) * mask
        rows = (weights**2).sum(axis=1)
        printed = (rows * nonzeros / layers.inputs).sum()
        read = (points**2) @ mask.T.astype(np.float64)
        actual = ((points @ weights.T) ** 2).sum(axis=1) / printed
        found.append(((read @ rows).mean() / printed, actual.mean(), (actual > 1).mean()))
    names = ("sparse_sum", "sparse_actual", "sparse_above")
    columns = zip(*found, strict=True)
    return {name: np.array(values) for name, values in zip(names, columns, strict=True)}


def _convolution(random: np.random.Generator, layers: Layers) -> Values:
    draws, size = layers.draws, layers.filter_size
    patches, largest = layers.inputs // size, []
    points = uniform_on_sphere(random, draws, layers.inputs).reshape(draws, patches, size)
    for channels in (1, size):
        kernel = random.standard_normal((channels, size))
        outputs = points @ kernel.T
        largest.append(np.sqrt((outputs**2).sum(axis=(1, 2)).max() / (kernel**2).sum()))
        if channels == 1:
            along = random.standard_normal((draws, patches, 1)) * kernel[0]
            norms = np.sqrt((along**2).sum(axis=(1, 2)) * (kernel**2).sum())
            tight = np.sqrt(((along @ kernel.T) ** 2).sum(axis=(1, 2))) / norms
    whole = np.kron(np.eye(patches), kernel)
    matrix = np.linalg.norm(whole) / np.linalg.norm(kernel)
    return {
        "convolution_largest": max(largest),
        "convolution_along": tight.min(),
        "convolution_matrix": matrix,
    }


def _supremum(random: np.random.Generator, layers: Layers) -> Values:
    points = uniform_on_sphere(random, layers.examples, layers.inputs)
    signs = random.choice([-1.0, 1.0], (layers.signs, layers.examples))
    # the best weights of norm 1 are parallel to this sum, all in the best row
    sums = (signs @ points / layers.examples) ** 2
    row, layer = [], []
    for nonzeros in layers.nonzeros:
        blocks = np.sqrt(sums.reshape(len(sums), -1, nonzeros).sum(axis=2))
        row.append(blocks.mean(axis=1))
        layer.append(blocks.max(axis=1))
    return {
        "row_supremum": np.stack(row),
        "layer_supremum": np.stack(layer),
        "dense_supremum": np.sqrt(sums.sum(axis=1)),
    }


def _bounded(random: np.random.Generator, layers: Layers) -> Values:
    largest, signs = [], []
    for nonzeros in layers.nonzeros:
        mask = block_mask(layers.inputs, nonzeros, layers.units)
        printed = (layers.units * nonzeros) ** 0.5
        uniform = random.uniform(-1, 1, (layers.draws // 20 + 1, *mask.shape)) * mask
        largest.append(np.sqrt((uniform**2).sum(axis=(1, 2)).max()) / printed)
        signs.append(np.linalg.norm(random.choice([-1.0, 1.0], mask.shape) * mask) / printed)
    return {"bounded_largest": np.array(largest), "bounded_signs": np.array(signs)}
