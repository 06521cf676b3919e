"""Step ``train`` on a fixed sample of pairs, passed over many times (document 004, Example 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.factorial.data_model.worlds import World
from compsparse.studies.factorial.training import fixed_sample, networks
from compsparse.studies.factorial.training.observed_pairs import (
    ObservedPairs,
    Sampling,
    smoothed_losses,
)
from workflow_engine.steps import Inputs, Outputs


@dataclass(frozen=True, kw_only=True)
class Variant(networks.Variant, Sampling):
    """A network of the job and the pairs that it is trained on."""

    restart: int
    smoothing: Sequence[float]  # weights of the uniform distribution


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    hidden_ratio: int,
    layers: int,
    learning_rate: float,
    schedule: networks.Schedule,
    steps: int,
    logged_steps: int,
    variants: Sequence[Variant],
    world: World | None = None,
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train on the pairs of ``observe_pairs``, with a learned embedding, in full batches.

    ``validation_<i>`` and ``population_<i>`` are losses of the prediction mixed with the uniform
    distribution, which has the weight ``smoothing[i]``; ``loss`` is ``population_0``. Other outputs
    and errors: see ``networks.train_networks``.
    """
    recipe = networks.Recipe(
        root_seed, seed_names, hidden_ratio, layers, learning_rate, schedule, steps, logged_steps
    )
    settings = [partial(setting, variant=variant) for variant in variants]
    return networks.train_networks(
        inputs, recipe, world, variants, settings, checkpoints, learned_embedding=True
    )


def setting(ensemble: networks.Ensemble, *, variant: Variant) -> networks.Setting:
    """Return the gradient and the losses of this way of training."""

    def losses(prediction: Float64[np.ndarray, "x y"], pairs: ObservedPairs) -> dict[str, float]:
        found = smoothed_losses(prediction, pairs, variant.smoothing)
        return {"loss": found["population_0"], **found}

    columns = {"samples": variant.samples, "restart": variant.restart}
    return fixed_sample.setting(ensemble, variant, losses, columns)
