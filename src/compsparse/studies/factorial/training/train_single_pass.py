"""Step ``train`` on samples that are never seen twice (document 004, Section 4.2)."""

from functools import partial

import numpy as np

from compsparse.studies.factorial.data_model.sampler import Sampler
from compsparse.studies.factorial.network import gradient
from compsparse.studies.factorial.network.targets import SampledTarget
from compsparse.studies.factorial.training import networks
from compsparse.studies.factorial.training.stacked_population_loss import mean_population_loss
from workflow_engine.steps import Inputs


@networks.trains(learned_embedding=True)
def run(inputs: Inputs, variant: networks.Variant, *, batch_size: int) -> networks.MakeSetting:
    """Train on ``batch_size`` fresh pairs a step; ``loss`` is exact, over all inputs."""
    return partial(setting, batch_size=batch_size)


def setting(ensemble: networks.Ensemble, *, batch_size: int) -> networks.Setting:
    """Return the batches, the gradient and the loss of this way of training."""
    runs, shape = ensemble.data.runs, ensemble.shape
    randoms = ensemble.generators("samples")
    samplers = [
        Sampler(*run.dataset.sampled_tables(run.replicate), random)
        for run, random in zip(runs, randoms, strict=True)
    ]
    target = SampledTarget(len(runs), shape.inputs, shape.outputs)

    def next_batch() -> None:
        pairs = [sampler.draw(batch_size) for sampler in samplers]
        target.observe(np.stack([x for x, _ in pairs]), np.stack([y for _, y in pairs]))

    return networks.Setting(
        gradient=gradient.Gradient(shape, ensemble.parameters, target),
        next_batch=next_batch,
        evaluate=mean_population_loss(ensemble.data, shape, ensemble.parameters),
        examples_per_step=batch_size,
        randoms=randoms,
    )
