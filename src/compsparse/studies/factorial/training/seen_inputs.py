"""Training on some of the inputs with a fixed embedding."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.network import architecture, fixed_embedding, gradient
from compsparse.studies.factorial.training import networks
from compsparse.studies.factorial.training.input_split import InputSplit
from compsparse.studies.factorial.training.population_target import population_target
from compsparse.studies.factorial.training.stacked_population_loss import StackedPopulationLoss


def setting(
    ensemble: networks.Ensemble,
    split: InputSplit,
    embeddings: Float64[np.ndarray, "run x dimension"],
    *,
    keep_final: bool,
) -> networks.Setting:
    """Return the gradient and the losses; ``keep_final``: final divergences go to the history."""
    runs, shape = ensemble.data.runs, ensemble.shape
    target = population_target(
        np.stack([run.groups[rows] for run, rows in zip(runs, split.seen, strict=True)]),
        [run.probabilities for run in runs],
    )
    seen = np.take_along_axis(embeddings, split.seen[:, :, None], axis=1)
    stored = embeddings.astype(np.float32)
    embedded = np.ascontiguousarray(stored.mT)
    population_loss = StackedPopulationLoss(ensemble.data, shape)

    def divergences() -> Float64[np.ndarray, "run x"]:
        return population_loss.divergences(ensemble.parameters, embedded)

    return networks.Setting(
        gradient=gradient.Gradient(
            shape, ensemble.parameters, target, fixed_embedding.FixedEmbedding(seen)
        ),
        evaluate=lambda: split.losses(divergences()),
        examples_per_step=split.seen.shape[1],
        constants={architecture.INPUT_EMBEDDING: stored},
        columns={"seen": split.indicator()},
        final_columns=lambda: {"final_divergence": divergences()} if keep_final else {},
    )
