"""Training on a fixed sample of pairs, passed over in full batches."""

import numpy as np
import torch
from jaxtyping import Float64, Int64

from compsparse.ensembles.parameters import Parameters
from compsparse.ensembles.training import Losses
from compsparse.studies.factorial.network import (
    architecture,
    fixed_embedding,
    gradient,
    sampled_target,
)
from compsparse.studies.factorial.training import networks, stacked_datasets
from compsparse.studies.factorial.training.observed_pairs import observe_pairs
from workflow_engine.steps import Params


def setting(
    data: stacked_datasets.StackedDatasets,
    params: Params,
    shape: architecture.NetworkShape,
    parameters: Parameters,
    given: Float64[np.ndarray, "run x dimension"] | None = None,
) -> networks.Setting:
    """Return the gradient and the losses; ``given`` is the embedding where it is not learned.

    ``loss`` is the exact population loss, which judges and chooses nothing; ``validation_loss``,
    the mean of -log q(y | x) over other pairs, chooses when to stop. ``samples`` counts both kinds
    of pairs.
    """
    pairs = [observe_pairs(run.dataset, run.name, run.replicate, params) for run in data.runs]
    target = sampled_target.SampledTarget(len(pairs), shape.inputs, shape.outputs)
    target.observe(
        np.stack([of_run.training[0] for of_run in pairs]),
        np.stack([of_run.training[1] for of_run in pairs]),
    )
    fixed = None if given is None else fixed_embedding.FixedEmbedding(given)

    def evaluate() -> Losses:
        views = parameters.views
        embedded = views[architecture.INPUT_EMBEDDING] if fixed is None else fixed.embedded
        logits = (
            architecture.hidden_states(shape, views, embedded).double()
            @ views[architecture.OUTPUT_EMBEDDING].double()
        )
        predictions = list(zip(torch.softmax(logits, dim=2).numpy(), pairs, strict=True))
        return {
            "loss": np.array([of.population_loss(q) for q, of in predictions]),
            "validation_loss": np.array([of.validation_loss(q) for q, of in predictions]),
        }

    samples: Int64[np.ndarray, " run"] = np.full(len(pairs), params["samples"], dtype=np.int64)
    return networks.Setting(
        gradient=gradient.Gradient(shape, parameters, target, fixed),
        next_batch=lambda: None,
        evaluate=evaluate,
        examples_per_step=len(pairs[0].training[0]),
        constants={} if given is None else {architecture.INPUT_EMBEDDING: given.astype(np.float32)},
        columns={"samples": samples},
    )
