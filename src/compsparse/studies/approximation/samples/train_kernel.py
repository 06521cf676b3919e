"""Step ``train``: kernel regression on the examples of each run, at all widths and ridges."""

import numpy as np

from compsparse.studies.approximation.learning.choice import parted
from compsparse.studies.approximation.learning.generate_examples import ARRAYS
from compsparse.studies.approximation.samples.kernels import KERNELS, regressions
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return validation and test errors [run, configuration], over the variance of the target.

    As of networks: a fifth of the examples chooses, the others are learned from. ``parameters`` is
    the number of coefficients, one for each of these.

    Params: kernel, its name; examples, how many are used; widths and ridges.

    Raises:
        ValueError: more examples than there are.
    """
    arrays, used = read_named_axes(single(inputs, "examples"), ARRAYS), params["examples"]
    if used > arrays["inputs"].shape[1]:
        raise ValueError(f"examples is {used}; the data have {arrays['inputs'].shape[1]}.")
    kernel, (learned, choosing) = KERNELS[params["kernel"]], parted(used)
    chosen = choosing.stop - choosing.start
    scores = []
    for run in range(len(arrays["inputs"])):
        x, y, judged, wanted = (arrays[name][run].astype(np.float64) for name in list(ARRAYS)[:4])
        asked, right = (np.concatenate(of) for of in ((x[choosing], judged), (y[choosing], wanted)))
        found = [
            regressions(kernel, x[learned], y[learned], asked, width, params["ridges"])
            for width in params["widths"]
        ]
        scores.append((np.concatenate(found) - right) ** 2)
    squares = np.stack(scores)
    configurations = [(width, ridge) for width in params["widths"] for ridge in params["ridges"]]
    return {
        "model": {
            "validation": squares[..., :chosen].mean(axis=-1),
            "test": squares[..., chosen:].mean(axis=-1),
            "configuration": np.array(configurations),
            "parameters": np.array(learned.stop),
        }
    }
