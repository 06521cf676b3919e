"""Step ``train`` on samples that are never seen twice (document 004, Section 4.2)."""

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.ensembles.parameters import Parameters
from compsparse.ensembles.training import Losses
from compsparse.studies.factorial.data_model.sampler import Sampler
from compsparse.studies.factorial.network import architecture, gradient, sampled_target
from compsparse.studies.factorial.training import (
    networks,
    stacked_datasets,
    stacked_population_loss,
)
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train on ``params["batch_size"]`` fresh pairs a step, with a learned embedding.

    ``loss`` is the exact population loss over all inputs. Params, outputs and errors: see
    ``networks.train_networks``.
    """
    if params["batch_size"] < 1:
        raise ValueError(f"batch_size is {params['batch_size']}; a step needs at least 1 sample.")
    return networks.train_networks(
        inputs, params, setting, learned_embedding=True, checkpoints=checkpoints
    )


def setting(
    data: stacked_datasets.StackedDatasets,
    params: Params,
    shape: architecture.NetworkShape,
    parameters: Parameters,
) -> networks.Setting:
    """Return the batches, the gradient and the loss of this way of training."""
    samples = params["batch_size"]
    randoms = [run.generator(params, "samples", shape.embedding_dimension) for run in data.runs]
    samplers = [_sampler(run, random) for run, random in zip(data.runs, randoms, strict=True)]
    target = sampled_target.SampledTarget(len(data.runs), shape.inputs, shape.outputs)

    def next_batch() -> None:
        pairs = [sampler.draw(samples) for sampler in samplers]
        target.observe(np.stack([x for x, _ in pairs]), np.stack([y for _, y in pairs]))

    population_loss = stacked_population_loss.StackedPopulationLoss(data, shape)

    def evaluate() -> Losses:
        embedded = parameters.views[architecture.INPUT_EMBEDDING]
        return {"loss": population_loss.divergences(parameters, embedded).mean(1)}

    return networks.Setting(
        gradient=gradient.Gradient(shape, parameters, target),
        next_batch=next_batch,
        evaluate=evaluate,
        examples_per_step=samples,
        randoms=randoms,
    )


def _sampler(run: stacked_datasets.Run, random: np.random.Generator) -> Sampler:
    return Sampler(*run.dataset.sampled_tables(run.replicate), random)
