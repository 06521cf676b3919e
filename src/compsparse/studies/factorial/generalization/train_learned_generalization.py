"""Step ``train`` on some of the inputs with a learned embedding: the control of Section 4.4.

Document 004, Section 2.2, says that such a network cannot generalize: the embedding of an unseen
input stays at its random initial value.
"""

from functools import partial

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.network import architecture, gradient
from compsparse.studies.factorial.training import input_split, networks
from compsparse.studies.factorial.training.population_target import population_target
from compsparse.studies.factorial.training.stacked_population_loss import StackedPopulationLoss
from workflow_engine.steps import Inputs


@networks.trains(learned_embedding=True)
def run(inputs: Inputs, variant: networks.Variant, *, seen_fraction: float) -> networks.MakeSetting:
    """Train as ``train_generalization`` does, on the same inputs, but with a learned embedding."""
    return partial(setting, seen_fraction=seen_fraction)


def setting(ensemble: networks.Ensemble, *, seen_fraction: float) -> networks.Setting:
    """Return the gradient and the losses of this way of training."""
    runs, shape, parameters = ensemble.data.runs, ensemble.shape, ensemble.parameters
    split = input_split.split_inputs(
        shape.inputs, ensemble.generators("split"), seen_fraction=seen_fraction
    )
    # an unseen input has no weight and no gradient, so Adam leaves its embedding where it started
    target = population_target(
        np.stack([run.groups for run in runs]),
        [run.probabilities for run in runs],
        split.indicator() / split.seen.shape[1],
    )
    population_loss = StackedPopulationLoss(ensemble.data, shape)

    def divergences() -> Float64[np.ndarray, "run x"]:
        return population_loss.divergences(
            parameters, architecture.arrays(parameters)[architecture.INPUT_EMBEDDING]
        )

    return networks.Setting(
        gradient=gradient.Gradient(shape, parameters, target),
        evaluate=lambda: split.losses(divergences()),
        examples_per_step=split.seen.shape[1],
        columns={"seen": split.indicator()},
        final_columns=lambda: {"final_divergence": divergences()},
    )
