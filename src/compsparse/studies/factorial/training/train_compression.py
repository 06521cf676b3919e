"""Step ``train`` on the population loss itself (document 004, Section 4.3)."""

import numpy as np

from compsparse.studies.factorial.network import gradient
from compsparse.studies.factorial.training import networks
from compsparse.studies.factorial.training.population_target import population_target
from compsparse.studies.factorial.training.stacked_population_loss import mean_population_loss
from workflow_engine.steps import Inputs


@networks.trains(learned_embedding=True)
def run(inputs: Inputs, variant: networks.Variant) -> networks.MakeSetting:
    """Train with the exact conditional probabilities of all inputs and a learned embedding."""
    return setting


def setting(ensemble: networks.Ensemble) -> networks.Setting:
    """Return the gradient and the loss of this way of training."""
    runs, shape = ensemble.data.runs, ensemble.shape
    target = population_target(
        np.stack([run.groups for run in runs]),
        [run.probabilities for run in runs],
    )
    return networks.Setting(
        gradient=gradient.Gradient(shape, ensemble.parameters, target),
        evaluate=mean_population_loss(ensemble.data, shape, ensemble.parameters),
        examples_per_step=shape.inputs,
    )
