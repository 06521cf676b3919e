"""Step ``train``: kernel regression on the examples of each run, at all widths and ridges."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.approximation.learning.choice import split
from compsparse.studies.approximation.learning.generate_examples import ARRAYS
from compsparse.studies.approximation.samples.kernels import KERNELS, KernelName, regressions
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs,
    *,
    kernel: KernelName,
    examples: int,
    widths: Sequence[float],
    ridges: Sequence[float],
) -> Outputs:
    """Return validation and test errors [run, configuration], over the variance of the target.

    As for networks, a fifth of the examples is for validation. ``parameters`` is the number of
    coefficients, one for each training example.

    Args:
        inputs: examples.
        kernel: its name.
        examples: number of examples that are used.
        widths: of the kernel.
        ridges: regularization strengths.

    Raises:
        ValueError: more examples than there are.
    """
    arrays = read_named_axes(single(inputs, "examples"), ARRAYS)
    if examples > arrays["inputs"].shape[1]:
        raise ValueError(f"examples is {examples}; the data have {arrays['inputs'].shape[1]}.")
    training, validation = split(examples)
    number = validation.stop - validation.start
    scores = []
    for run in range(len(arrays["inputs"])):
        x, y, test_x, test_y = (arrays[name][run].astype(np.float64) for name in list(ARRAYS)[:4])
        points = np.concatenate([x[validation], test_x])
        wanted = np.concatenate([y[validation], test_y])
        found = [
            regressions(KERNELS[kernel], x[training], y[training], points, width, ridges)
            for width in widths
        ]
        scores.append((np.concatenate(found) - wanted) ** 2)
    squares = np.stack(scores)
    return {
        "model": {
            "validation": squares[..., :number].mean(axis=-1),
            "test": squares[..., number:].mean(axis=-1),
            "configuration": np.array([(width, ridge) for width in widths for ridge in ridges]),
            "parameters": np.array(training.stop),
        }
    }
