"""Step ``train`` on a fixed sample in full batches, with a learned embedding (004, Section 3.2)."""

from dataclasses import dataclass
from functools import partial

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.training import fixed_sample, networks
from compsparse.studies.factorial.training.observed_pairs import ObservedPairs, Sampling
from workflow_engine.steps import Inputs


@dataclass(frozen=True, kw_only=True)
class Variant(networks.Variant, Sampling):
    """A network of the job and the pairs that it is trained on."""


@networks.trains(learned_embedding=True)
def run(inputs: Inputs, variant: Variant) -> networks.MakeSetting:
    """Train on the pairs of ``observe_pairs``; the validation pairs are for early stopping.

    ``loss`` is the exact population loss, ``validation_loss`` the mean of -log q(y | x) over the
    validation pairs; ``samples`` counts the pairs of both sets.
    """
    return partial(setting, variant=variant)


def setting(
    ensemble: networks.Ensemble,
    *,
    variant: Variant,
    embeddings: Float64[np.ndarray, "run x dimension"] | None = None,
) -> networks.Setting:
    """Return the gradient and the losses; ``embeddings`` are the fixed ones, None if learned."""

    def losses(prediction: Float64[np.ndarray, "x y"], pairs: ObservedPairs) -> dict[str, float]:
        return {
            "loss": pairs.population_loss(prediction),
            "validation_loss": pairs.validation_loss(prediction),
        }

    return fixed_sample.setting(ensemble, variant, losses, {"samples": variant.samples}, embeddings)
