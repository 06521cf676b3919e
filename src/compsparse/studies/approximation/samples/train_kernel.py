"""Step ``train``: regression with a radial kernel on the examples of each run, at all widths."""

from collections.abc import Sequence

import numpy as np
import scipy.linalg
from jaxtyping import Float64

from compsparse.studies.approximation.learning.choice import split
from compsparse.studies.approximation.learning.examples import read_examples
from workflow_engine.steps import Inputs, Outputs, single


def square_distances(
    x: Float64[np.ndarray, "a d"], y: Float64[np.ndarray, "b d"]
) -> Float64[np.ndarray, "a b"]:
    """Return |x - y|^2 of all pairs."""
    products = -2 * x @ y.T + (x**2).sum(axis=1)[:, None] + (y**2).sum(axis=1)
    return np.asarray(np.maximum(products, 0))


def radial(squares: Float64[np.ndarray, "a b"], width: float, d: int) -> np.ndarray:
    """Return exp(-|x - y|^2 / (2 width^2 d)), shaped as the square distances."""
    exponents = squares * (-0.5 / (width**2 * d))
    return np.exp(exponents, out=exponents)


def regressions(
    inputs: Float64[np.ndarray, "n d"],
    targets: Float64[np.ndarray, " n"],
    points: Float64[np.ndarray, "m d"],
    widths: Sequence[float],
    ridge: float,
) -> Float64[np.ndarray, "width m"]:
    """Return predictions of ridge regression at points, for each width."""
    among, across = square_distances(inputs, inputs), square_distances(points, inputs)
    found, d = [], inputs.shape[1]
    for width in widths:
        gram = radial(among, width, d)
        np.einsum("ii->i", gram)[:] += ridge
        # the transposed is in Fortran's order, so that it is factored in place
        factor = scipy.linalg.cho_factor(gram.T, overwrite_a=True, check_finite=False)
        weights = scipy.linalg.cho_solve(factor, targets, check_finite=False)
        found.append(radial(across, width, d) @ weights)
    return np.stack(found)


def run(inputs: Inputs, *, examples: int, widths: Sequence[float], ridge: float) -> Outputs:
    """Return validation and test errors [run, width], over the variance of the target.

    As for networks, a fifth of the examples is for validation. ``parameters`` is the number of
    coefficients, one for each training example.

    Raises:
        ValueError: more examples than there are.
    """
    data = read_examples(single(inputs, "examples"), examples)
    training, validation = split(examples)
    number = validation.stop - validation.start
    by_run = zip(data.inputs, data.targets, data.judged_inputs, data.judged_targets, strict=True)
    scores = []
    for arrays in by_run:
        x, y, judged_x, judged_y = (array.astype(np.float64) for array in arrays)
        points = np.concatenate([x[validation], judged_x])
        wanted = np.concatenate([y[validation], judged_y])
        found = regressions(x[training], y[training], points, widths, ridge)
        scores.append((found - wanted) ** 2)
    squares = np.stack(scores)
    return {
        "model": {
            "validation": squares[..., :number].mean(axis=-1),
            "test": squares[..., number:].mean(axis=-1),
            "configuration": np.array(widths),
            "parameters": np.array(training.stop),
        }
    }
