"""Step ``train`` on some of the inputs, judged on the others (document 004, Section 4.4)."""

import numpy as np
import torch
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.network import architecture, fixed_embedding, gradient
from compsparse.studies.factorial.training import (
    input_split,
    networks,
    stacked_datasets,
    stacked_population_loss,
)
from compsparse.studies.factorial.training.population_target import population_target
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train with exact probabilities on a random share of the inputs, with a fixed embedding.

    The share is ``params["seen_fraction"]``, (P10), rounded to a whole number of inputs. ``loss``
    is the mean divergence over the unseen inputs, ``train_loss`` over the seen ones. Where
    ``params["held_out_fraction"]`` is above 0, that share of the inputs is seen at no
    ``seen_fraction``, and ``held_out_loss`` is the mean over them: runs of different shares are
    judged by the same inputs. The inputs seen at a small share are also seen at a larger one.

    The model also holds the fixed ``input_embedding``, ``history`` the ``seen`` inputs (1 or 0) and
    their ``final_divergence``. Other params, outputs and errors: see ``networks.train_networks``.
    """
    return networks.train_networks(
        inputs, params, setting, learned_embedding=False, checkpoints=checkpoints
    )


def setting(
    data: stacked_datasets.StackedDatasets,
    params: Params,
    shape: architecture.NetworkShape,
    parameters: Parameters,
) -> networks.Setting:
    """Return the gradient and the losses of this way of training."""
    split = input_split.split_inputs(data, params)
    seen = split.seen
    embedding = networks.given_embeddings(data, params, shape)
    target = population_target(
        np.stack([run.groups[rows] for run, rows in zip(data.runs, seen, strict=True)]),
        [run.probabilities for run in data.runs],
        shape.embedding_dimension,
    )
    fixed = fixed_embedding.FixedEmbedding(np.take_along_axis(embedding, seen[:, :, None], axis=1))
    constant = embedding.astype(np.float32)
    embedded = torch.from_numpy(constant)
    population_loss = stacked_population_loss.StackedPopulationLoss(data, shape)

    def divergences() -> Float64[np.ndarray, "run x"]:
        return population_loss.divergences(parameters, embedded)

    return networks.Setting(
        gradient=gradient.Gradient(shape, parameters, target, fixed),
        next_batch=lambda: None,
        evaluate=lambda: split.losses(divergences()),
        examples_per_step=seen.shape[1],
        constants={architecture.INPUT_EMBEDDING: constant},
        columns={"seen": split.indicator()},
        final_columns=lambda: {"final_divergence": divergences()},
    )
