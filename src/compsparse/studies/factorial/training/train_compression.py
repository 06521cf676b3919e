"""Step ``train`` on the population loss itself (document 004, Section 4.3)."""

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.ensembles.parameters import Parameters
from compsparse.ensembles.training import Losses
from compsparse.studies.factorial.network import architecture, gradient
from compsparse.studies.factorial.training import (
    networks,
    stacked_datasets,
    stacked_population_loss,
)
from compsparse.studies.factorial.training.population_target import population_target
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train with the exact conditional probabilities of all inputs and a learned embedding.

    ``loss`` is the population loss. Params, outputs and errors: see ``networks.train_networks``.
    """
    return networks.train_networks(
        inputs, params, setting, learned_embedding=True, checkpoints=checkpoints
    )


def setting(
    data: stacked_datasets.StackedDatasets,
    params: Params,
    shape: architecture.NetworkShape,
    parameters: Parameters,
) -> networks.Setting:
    """Return the gradient and the loss of this way of training."""
    target = population_target(
        np.stack([run.groups for run in data.runs]),
        [run.probabilities for run in data.runs],
        shape.embedding_dimension,
    )

    population_loss = stacked_population_loss.StackedPopulationLoss(data, shape)

    def evaluate() -> Losses:
        embedded = parameters.views[architecture.INPUT_EMBEDDING]
        return {"loss": population_loss.divergences(parameters, embedded).mean(1)}

    return networks.Setting(
        gradient=gradient.Gradient(shape, parameters, target),
        next_batch=lambda: None,
        evaluate=evaluate,
        examples_per_step=shape.inputs,
    )
