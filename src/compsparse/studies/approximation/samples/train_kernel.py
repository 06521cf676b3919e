"""Step ``train``: kernel regression on the examples of each run, at all widths."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.approximation.learning.choice import split
from compsparse.studies.approximation.learning.examples import read_examples
from compsparse.studies.approximation.samples.kernels import KernelName, regressions
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs, *, kernel: KernelName, examples: int, widths: Sequence[float], ridge: float
) -> Outputs:
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
        found = regressions(kernel, x[training], y[training], points, widths, ridge)
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
