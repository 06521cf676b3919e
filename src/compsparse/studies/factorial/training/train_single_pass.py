"""Step ``train`` on samples that are never seen twice (document 004, Section 4.2)."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.factorial.data_model.sampler import Sampler
from compsparse.studies.factorial.data_model.worlds import World
from compsparse.studies.factorial.network import gradient, sampled_target
from compsparse.studies.factorial.training import networks
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
    batch_size: int,
    variants: Sequence[networks.Variant],
    world: World | None = None,
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train on ``batch_size`` fresh pairs a step, with a learned embedding.

    ``loss`` is the exact population loss over all inputs. Outputs and errors: see
    ``networks.train_networks``.
    """
    if batch_size < 1:
        raise ValueError(f"batch_size is {batch_size}; a step needs at least 1 sample.")
    settings = [partial(setting, batch_size=batch_size)] * len(variants)
    recipe = networks.Recipe(
        root_seed, seed_names, hidden_ratio, layers, learning_rate, schedule, steps, logged_steps
    )
    return networks.train_networks(
        inputs, recipe, world, variants, settings, checkpoints, learned_embedding=True
    )


def setting(ensemble: networks.Ensemble, *, batch_size: int) -> networks.Setting:
    """Return the batches, the gradient and the loss of this way of training."""
    runs, shape = ensemble.data.runs, ensemble.shape
    randoms = ensemble.generators("samples")
    samplers = [
        Sampler(*run.dataset.sampled_tables(run.replicate), random)
        for run, random in zip(runs, randoms, strict=True)
    ]
    target = sampled_target.SampledTarget(len(runs), shape.inputs, shape.outputs)

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
