"""Step ``train`` on some of the inputs with a learned embedding: the control of Section 4.4.

Document 004, Section 2.2, says that such a network cannot generalize: the embedding of an unseen
input stays at its random start.
"""

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.generalization.seen_target import SeenTarget
from compsparse.studies.factorial.network import architecture, gradient
from compsparse.studies.factorial.training import (
    input_split,
    networks,
    stacked_datasets,
    stacked_population_loss,
)
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train as ``generalization.run`` does, on the same inputs, but with a learned embedding."""
    return networks.train_networks(
        inputs, params, setting, learned_embedding=True, checkpoints=checkpoints
    )


def setting(
    data: stacked_datasets.StackedDatasets,
    params: Params,
    shape: architecture.NetworkShape,
    parameters: Parameters,
) -> networks.Setting:
    """Return the gradient and the losses of this way of training."""
    split = input_split.split_inputs(data, params)
    target = SeenTarget(
        np.stack([run.groups for run in data.runs]),
        [run.probabilities for run in data.runs],
        split.indicator(),
    )
    population_loss = stacked_population_loss.StackedPopulationLoss(data, shape)

    def divergences() -> Float64[np.ndarray, "run x"]:
        return population_loss.divergences(
            parameters, parameters.views[architecture.INPUT_EMBEDDING]
        )

    return networks.Setting(
        gradient=gradient.Gradient(shape, parameters, target),
        next_batch=lambda: None,
        evaluate=lambda: split.losses(divergences()),
        examples_per_step=split.seen.shape[1],
        columns={"seen": split.indicator()},
        final_columns=lambda: {"final_divergence": divergences()},
    )
