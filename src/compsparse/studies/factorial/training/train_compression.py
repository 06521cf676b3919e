"""Step ``train`` on the population loss itself (document 004, Section 4.3)."""

from collections.abc import Sequence

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.factorial.data_model.worlds import World
from compsparse.studies.factorial.network import gradient
from compsparse.studies.factorial.training import networks
from compsparse.studies.factorial.training.population_target import population_target
from compsparse.studies.factorial.training.stacked_population_loss import mean_population_loss
from workflow_engine.steps import Inputs, Outputs


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
    variants: Sequence[networks.Variant],
    world: World | None = None,
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train with the exact conditional probabilities of all inputs and a learned embedding.

    ``loss`` is the population loss. Outputs and errors: see ``networks.train_networks``.
    """
    recipe = networks.Recipe(
        root_seed, seed_names, hidden_ratio, layers, learning_rate, schedule, steps, logged_steps
    )
    return networks.train_networks(
        inputs,
        recipe,
        world,
        variants,
        [setting] * len(variants),
        checkpoints,
        learned_embedding=True,
    )


def setting(ensemble: networks.Ensemble) -> networks.Setting:
    """Return the gradient and the loss of this way of training."""
    runs, shape = ensemble.data.runs, ensemble.shape
    target = population_target(
        np.stack([run.groups for run in runs]),
        [run.probabilities for run in runs],
        shape.embedding_dimension,
    )
    return networks.Setting(
        gradient=gradient.Gradient(shape, ensemble.parameters, target),
        evaluate=mean_population_loss(ensemble.data, shape, ensemble.parameters),
        examples_per_step=shape.inputs,
    )
