"""Step ``train`` on some of the inputs, judged on the others (document 004, Section 4.4)."""

import numpy as np
import torch
from jaxtyping import Float64, Int64

from compsparse.ensembles.parameters import Parameters
from compsparse.ensembles.training import Losses
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.data_model.embedding import factor_embedding
from compsparse.studies.factorial.network.architecture import INPUT_EMBEDDING, NetworkShape
from compsparse.studies.factorial.network.fixed_embedding import FixedEmbedding
from compsparse.studies.factorial.network.gradient import Gradient
from compsparse.studies.factorial.train.networks import Setting, train_networks
from compsparse.studies.factorial.train.population_target import population_target
from compsparse.studies.factorial.train.stacked_datasets import StackedDatasets
from compsparse.studies.factorial.train.stacked_population_loss import StackedPopulationLoss


def run(inputs: Inputs, params: Params) -> Outputs:
    """Train with exact probabilities on a random share of the inputs, with a fixed embedding.

    The share is ``params["seen_fraction"]``, (P10), rounded to a whole number of inputs. ``loss``
    is the mean divergence over the unseen inputs, ``train_loss`` over the seen ones. The model
    also holds the fixed ``input_embedding``, and ``history`` the seen inputs of each run,
    ``seen_inputs`` [run, seen]. Params, outputs and errors: see ``networks.train_networks``.

    Raises:
        ValueError: also where the share leaves no seen or no unseen input.
    """
    return train_networks(inputs, params, setting, learned_embedding=False)


def setting(
    data: StackedDatasets, params: Params, shape: NetworkShape, parameters: Parameters
) -> Setting:
    """Return the gradient and the losses of this way of training."""
    d = shape.embedding_dimension
    seen, unseen = _split(data, params, d)
    embedding: Float64[np.ndarray, "run x dimension"] = np.stack(
        [
            factor_embedding(data.inputs, d, run.generator(params, "embedding", d))
            for run in data.runs
        ]
    )
    target = population_target(
        np.stack([run.groups[rows] for run, rows in zip(data.runs, seen, strict=True)]),
        [run.probabilities for run in data.runs],
        d,
    )
    fixed = FixedEmbedding(np.take_along_axis(embedding, seen[:, :, None], axis=1))
    constant = embedding.astype(np.float32)
    embedded = torch.from_numpy(constant)
    population_loss = StackedPopulationLoss(data, shape)

    def evaluate() -> Losses:
        losses = population_loss.divergences(parameters, embedded)
        return {
            "loss": np.take_along_axis(losses, unseen, axis=1).mean(1),
            "train_loss": np.take_along_axis(losses, seen, axis=1).mean(1),
        }

    return Setting(
        gradient=Gradient(shape, parameters, target, fixed),
        next_batch=lambda: None,
        evaluate=evaluate,
        examples_per_step=seen.shape[1],
        constants={INPUT_EMBEDDING: constant},
        columns={"seen_inputs": seen},
    )


def _split(
    data: StackedDatasets, params: Params, embedding_dimension: int
) -> tuple[Int64[np.ndarray, "run seen"], Int64[np.ndarray, "run unseen"]]:
    """Return the seen and the unseen inputs of each run, each in increasing order."""
    size = data.inputs.size
    count = round(params["seen_fraction"] * size)
    if not 0 < count < size:
        raise ValueError(
            f"seen_fraction is {params['seen_fraction']}; of {size} inputs that leaves {count} "
            f"seen and {size - count} unseen, and both must be at least 1."
        )
    permutations = np.stack(
        [run.generator(params, "split", embedding_dimension).permutation(size) for run in data.runs]
    )
    return np.sort(permutations[:, :count], axis=1), np.sort(permutations[:, count:], axis=1)
