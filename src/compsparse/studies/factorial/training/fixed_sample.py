"""Training on a fixed sample of pairs, in full batches."""

from collections.abc import Callable, Mapping

import numpy as np
import torch
from jaxtyping import Float64

from compsparse.ensembles.training import Losses
from compsparse.studies.factorial.network import architecture, fixed_embedding, gradient
from compsparse.studies.factorial.network.targets import DenseTarget
from compsparse.studies.factorial.training import networks
from compsparse.studies.factorial.training.observed_pairs import (
    ObservedPairs,
    Sampling,
    observe_pairs,
)


def setting(
    ensemble: networks.Ensemble,
    sampling: Sampling,
    losses: Callable[[Float64[np.ndarray, "x y"], ObservedPairs], dict[str, float]],
    columns: Mapping[str, int],
    embeddings: Float64[np.ndarray, "run x dimension"] | None = None,
) -> networks.Setting:
    """Return the gradient and the losses of this way of training.

    Args:
        ensemble: untrained.
        sampling: of the pairs.
        losses: of a prediction q(y | x), by name.
        columns: of the history, one value for all runs.
        embeddings: the fixed ones; None if learned.
    """
    shape, parameters = ensemble.shape, ensemble.parameters
    pairs = [
        observe_pairs(run.dataset, run.name, run.replicate, sampling, ensemble.recipe.root_seed)
        for run in ensemble.data.runs
    ]
    target = DenseTarget(np.stack([p.counts() / len(p.training[0]) for p in pairs]))
    fixed = None if embeddings is None else fixed_embedding.FixedEmbedding(embeddings)

    def evaluate() -> Losses:
        present = architecture.arrays(parameters)
        embedded = present[architecture.INPUT_EMBEDDING] if fixed is None else fixed.embedded
        hidden = architecture.hidden_states(architecture.blocks(shape, present), embedded)
        output_embedding = present[architecture.OUTPUT_EMBEDDING].astype(np.float64)
        logits = np.matmul(hidden.mT.astype(np.float64), output_embedding.mT)
        predictions = torch.softmax(torch.from_numpy(logits), dim=2).numpy()
        found = [losses(q, observed) for q, observed in zip(predictions, pairs, strict=True)]
        return {name: np.array([row[name] for row in found]) for name in found[0]}

    stored = (
        {} if embeddings is None else {architecture.INPUT_EMBEDDING: embeddings.astype(np.float32)}
    )
    return networks.Setting(
        gradient=gradient.Gradient(shape, parameters, target, fixed),
        evaluate=evaluate,
        examples_per_step=len(pairs[0].training[0]),
        constants=stored,
        columns={name: np.full(len(pairs), v, dtype=np.int64) for name, v in columns.items()},
    )
