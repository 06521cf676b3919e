"""Step ``train`` on a fixed sample in full batches, with a learned embedding (004, Section 3.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.factorial.data_model.worlds import World
from compsparse.studies.factorial.training import fixed_sample, networks
from compsparse.studies.factorial.training.observed_pairs import ObservedPairs, Sampling
from workflow_engine.steps import Inputs, Outputs


@dataclass(frozen=True, kw_only=True)
class Variant(networks.Variant, Sampling):
    """A network of the job and the pairs that it is trained on."""


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
    """Train on the pairs of ``observe_pairs``; the validation pairs are for early stopping.

    ``loss`` is the exact population loss, ``validation_loss`` the mean of -log q(y | x) over the
    validation pairs; ``samples`` counts the pairs of both sets. Other outputs and errors: see
    ``networks.train_networks``.
    """
    recipe = networks.Recipe(
        root_seed, seed_names, hidden_ratio, layers, learning_rate, schedule, steps, logged_steps
    )
    settings = [partial(setting, variant=variant) for variant in variants]
    return networks.train_networks(
        inputs, recipe, world, variants, settings, checkpoints, learned_embedding=True
    )


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
