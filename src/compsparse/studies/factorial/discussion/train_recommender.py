"""Step ``train`` on a fixed sample of pairs, passed over many times (document 004, Example 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.training import fixed_sample, networks
from compsparse.studies.factorial.training.observed_pairs import (
    ObservedPairs,
    Sampling,
    smoothed_losses,
)
from workflow_engine.steps import Inputs


@dataclass(frozen=True, kw_only=True)
class Variant(networks.Variant, Sampling):
    """A network of the job and the pairs that it is trained on."""

    restart: int
    smoothing: Sequence[float]  # weights of the uniform distribution


@networks.trains(learned_embedding=True)
def run(inputs: Inputs, variant: Variant) -> networks.MakeSetting:
    """Train on the pairs of ``observe_pairs``, with a learned embedding, in full batches.

    ``validation_<i>`` and ``population_<i>`` are losses of the prediction mixed with the uniform
    distribution, which has the weight ``smoothing[i]``; ``loss`` is ``population_0``.
    """
    return partial(setting, variant=variant)


def setting(ensemble: networks.Ensemble, *, variant: Variant) -> networks.Setting:
    """Return the gradient and the losses of this way of training."""

    def losses(prediction: Float64[np.ndarray, "x y"], pairs: ObservedPairs) -> dict[str, float]:
        found = smoothed_losses(prediction, pairs, variant.smoothing)
        return {"loss": found["population_0"], **found}

    columns = {"samples": variant.samples, "restart": variant.restart}
    return fixed_sample.setting(ensemble, variant, losses, columns)
