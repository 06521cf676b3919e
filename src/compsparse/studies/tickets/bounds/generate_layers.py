"""Step ``generate``: what one linear layer does to random inputs (slide 'Explaining the theorem').

Arrays are ratios, of which the slide says how large they are. Inputs are even on the unit sphere;
rows of a sparse layer read blocks of neighbouring inputs, one block after the other.
"""

import numpy as np
from jaxtyping import Bool, Float64

from compsparse.studies.tickets.wired.generate_examples import on_sphere
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

Values = dict[str, Float64[np.ndarray, "..."] | np.float64]


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ratios by run, and by k, the nonzero entries of a row, where rows are sparse.

    dense_largest, dense_mean [run]: |Wx|^2 over |W|_F^2 |x|^2. sparse_sum [run, k]: the sum of
    |w_i|^2 |x_i|^2, x_i being what row i reads, over that of |w_i|^2 (k_i/n) |x|^2, mean over x;
    sparse_actual: |Wx|^2 over the same; sparse_above: share of x at which that is above 1.
    strongest, weakest [run]: the energy of so many strongest and weakest inputs over all, where
    energies are unequal. convolution_largest, convolution_along [run]: |Wx| over |w| |x|, largest
    over x, and smallest where w is one filter and every patch lies along it; convolution_matrix:
    |W|_F over |w|. row_supremum [run, k, sign]: the largest (1/N) sum_i s_i h(x_i) of one row with
    weights of norm 1 on one block, mean over blocks; layer_supremum: of a layer of norm 1 with rows
    on every block; dense_supremum [run, sign]: of a dense one. bounded_largest, bounded_signs
    [run, k]: |W|_F over sqrt(s k), largest with weights even on [-1, 1], and with weights 1 and -1.

    Params: inputs, n; units, s; nonzeros, values of k; draws, inputs of a run; examples, N; signs;
    energy_power, of the rank of an input with that its energy falls; few, how many inputs are the
    strongest and the weakest; runs.
    """
    found: dict[str, list[np.ndarray]] = {}
    for run in range(params["runs"]):
        random = generator(params["root_seed"], *params["seed_names"], run)
        for part in (_dense, _sparse, _unequal, _convolution, _supremum, _bounded):
            for name, values in part(random, params).items():
                found.setdefault(name, []).append(np.asarray(values))
    nonzeros = np.array(params["nonzeros"])
    return {"data": {"nonzeros": nonzeros} | {name: np.stack(of) for name, of in found.items()}}


def blocks(inputs: int, nonzeros: int, rows: int) -> Bool[np.ndarray, "rows inputs"]:
    """Return which inputs each row reads: a block, the next row the next one, over and over."""
    block = np.arange(inputs) // nonzeros
    mask: Bool[np.ndarray, "rows inputs"] = (
        block == (np.arange(rows) % (inputs // nonzeros))[:, None]
    )
    return mask


def _dense(random: np.random.Generator, params: Params) -> Values:
    points = on_sphere(random, params["draws"], params["inputs"])
    weights = random.standard_normal((params["units"], params["inputs"]))
    ratio = ((points @ weights.T) ** 2).sum(axis=1) / (weights**2).sum()
    return {"dense_largest": ratio.max(), "dense_mean": ratio.mean()}


def _sparse(random: np.random.Generator, params: Params) -> Values:
    inputs, found = params["inputs"], []
    points = on_sphere(random, params["draws"], inputs)
    for nonzeros in params["nonzeros"]:
        mask = blocks(inputs, nonzeros, params["units"])
        weights = random.standard_normal(mask.shape) * mask
        rows = (weights**2).sum(axis=1)
        printed = (rows * nonzeros / inputs).sum()
        read = (points**2) @ mask.T.astype(np.float64)
        actual = ((points @ weights.T) ** 2).sum(axis=1) / printed
        found.append(((read @ rows).mean() / printed, actual.mean(), (actual > 1).mean()))
    names = ("sparse_sum", "sparse_actual", "sparse_above")
    return {name: np.array(of) for name, of in zip(names, zip(*found, strict=True), strict=True)}


def _unequal(random: np.random.Generator, params: Params) -> Values:
    inputs, few = params["inputs"], params["few"]
    energies = (1.0 + np.arange(inputs)) ** -params["energy_power"]
    squares = random.standard_normal((params["draws"], inputs)) ** 2 * energies
    shares = squares.mean(axis=0) / squares.mean(axis=0).sum()
    return {"strongest": shares[:few].sum(), "weakest": shares[-few:].sum()}


def _convolution(random: np.random.Generator, params: Params) -> Values:
    inputs, draws, size = params["inputs"], params["draws"], params["few"]
    patches, largest = inputs // size, []
    points = on_sphere(random, draws, inputs).reshape(draws, patches, size)
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


def _supremum(random: np.random.Generator, params: Params) -> Values:
    inputs, examples = params["inputs"], params["examples"]
    points = on_sphere(random, examples, inputs)
    signs = random.choice([-1.0, 1.0], (params["signs"], examples))
    # the best weights of norm 1 lie along this sum, and all of them in the best row
    sums = (signs @ points / examples) ** 2
    row, layer = [], []
    for nonzeros in params["nonzeros"]:
        of_blocks = np.sqrt(sums.reshape(len(sums), -1, nonzeros).sum(axis=2))
        row.append(of_blocks.mean(axis=1))
        layer.append(of_blocks.max(axis=1))
    return {
        "row_supremum": np.stack(row),
        "layer_supremum": np.stack(layer),
        "dense_supremum": np.sqrt(sums.sum(axis=1)),
    }


def _bounded(random: np.random.Generator, params: Params) -> Values:
    largest, signs = [], []
    for nonzeros in params["nonzeros"]:
        mask = blocks(params["inputs"], nonzeros, params["units"])
        printed = (params["units"] * nonzeros) ** 0.5
        even = random.uniform(-1, 1, (params["draws"] // 20 + 1, *mask.shape)) * mask
        largest.append(np.sqrt((even**2).sum(axis=(1, 2)).max()) / printed)
        signs.append(np.linalg.norm(random.choice([-1.0, 1.0], mask.shape) * mask) / printed)
    return {"bounded_largest": np.array(largest), "bounded_signs": np.array(signs)}
