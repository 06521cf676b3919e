"""Step ``train`` on some inputs with the embedding learned on another task (004, Section 5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.factorial.data_model.worlds import given_embedding
from compsparse.studies.factorial.network import architecture
from compsparse.studies.factorial.training import input_split, networks, seen_inputs
from compsparse.studies.factorial.training.stacked_datasets import Run
from workflow_engine.artifacts import errors, tensors
from workflow_engine.steps import Inputs, many

Embedding = Literal["compatible", "incompatible", "untrained", "oracle"]


@dataclass(frozen=True, kw_only=True)
class Variant(networks.Variant):
    """A network of the job: the origin of its embedding and the fraction of inputs seen."""

    embedding: Embedding
    seen_fraction: float


@networks.trains(learned_embedding=False)
def run(
    inputs: Inputs, variant: Variant, *, seen_fractions: Sequence[float] = ()
) -> networks.MakeSetting:
    """Train as ``train_generalization`` does, with one of four embeddings that stay fixed.

    ``models`` holds one model of ``train_compression`` whose run i gives the embedding of replicate
    i. ``seen_fractions`` are those of all variants, which set their own.
    """
    (path,) = many(inputs, "models")
    learned = tensors.read_tensors(path).get(architecture.INPUT_EMBEDDING)
    return partial(setting, path=path, learned=learned, variant=variant)


def transferred_embedding(
    kind: Embedding,
    learned: Float64[np.ndarray, "x dimension"],
    ensemble: networks.Ensemble,
    run: Run,
) -> Float64[np.ndarray, "x dimension"]:
    """Return the embedding of one run.

    "compatible" is the learned one as it is; "incompatible" has its rows in random order, so that
    it belongs to another factorization of the inputs; "untrained" is standard normal; "oracle" is a
    sum of factor vectors (see ``worlds.given_embedding``). The last two are scaled to the root mean
    square of the first.
    """
    recipe, dimension = ensemble.recipe, learned.shape[1]
    if kind == "compatible":
        return learned
    random = run.generator(recipe.root_seed, recipe.seed_names, f"{kind}_embedding", dimension)
    if kind == "incompatible":
        return learned[random.permutation(len(learned))]
    drawn: Float64[np.ndarray, "x dimension"] = (
        random.standard_normal(learned.shape)
        if kind == "untrained"
        else given_embedding(ensemble.data.inputs, dimension, random, ensemble.world)
    )
    scaled: Float64[np.ndarray, "x dimension"] = drawn * np.sqrt(
        np.square(learned).mean() / np.square(drawn).mean()
    )
    return scaled


def setting(
    ensemble: networks.Ensemble,
    *,
    path: Path,
    learned: Float32[np.ndarray, "run x dimension"] | None,
    variant: Variant,
) -> networks.Setting:
    """Return the gradient and the losses of this way of training; ``path`` is the model's."""
    runs, shape = ensemble.data.runs, ensemble.shape
    needed = (1 + max(run.replicate for run in runs), shape.inputs, shape.embedding_dimension)
    if learned is None or learned.shape != needed:
        found = "no input embedding" if learned is None else f"one of shape {learned.shape}"
        raise errors.ArtifactError(
            path,
            f"The model has {found}; (runs, inputs, embedding dimension) must be {needed}. "
            "Train both tasks with the same runs, inputs and embedding dimension.",
        )
    split = input_split.split_inputs(
        shape.inputs, ensemble.generators("split"), seen_fraction=variant.seen_fraction
    )
    embeddings = np.stack(
        [
            transferred_embedding(
                variant.embedding, learned[run.replicate].astype(np.float64), ensemble, run
            )
            for run in runs
        ]
    )
    return seen_inputs.setting(ensemble, split, embeddings, keep_final=False)
