"""Step ``train`` on some inputs with the embedding that another task left (004, Section 5)."""

from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.data_model.worlds import given_embedding
from compsparse.studies.factorial.network import architecture, fixed_embedding, gradient
from compsparse.studies.factorial.training import (
    input_split,
    networks,
    stacked_datasets,
    stacked_population_loss,
)
from compsparse.studies.factorial.training.population_target import population_target
from workflow_engine.artifacts import errors, tensors
from workflow_engine.steps import Inputs, Outputs, Params, many

EMBEDDINGS = ("compatible", "incompatible", "untrained", "oracle")

Embedding = Float64[np.ndarray, "x dimension"]


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train as ``train.generalization`` does, with one of four embeddings that stay fixed.

    ``models`` holds one model of ``train.compression`` whose run i gives the embedding of replicate
    i. ``params["embedding"]`` is "compatible", that embedding as it is; "incompatible", its rows in
    random order, so that it belongs to another factorization of the inputs; "untrained", standard
    normal vectors; or "oracle", a sum of factor vectors (see ``worlds.given_embedding``). The last
    two are scaled to the root mean square of the first.
    """
    paths = many(inputs, "models")
    if len(paths) != 1:
        raise ValueError(f"There are {len(paths)} models; the embedding comes from one.")
    learned = tensors.read_tensors(paths[0]).get(architecture.INPUT_EMBEDDING)
    return networks.train_networks(
        inputs,
        params,
        _setting(paths[0], learned),
        learned_embedding=False,
        checkpoints=checkpoints,
    )


def transferred_embedding(
    learned: Embedding,
    of_run: stacked_datasets.Run,
    data: stacked_datasets.StackedDatasets,
    params: Params,
) -> Embedding:
    """Return the embedding of one run."""
    kind, dimension = params["embedding"], learned.shape[1]
    if kind == "compatible":
        return learned
    random = of_run.generator(params, f"{kind}_embedding", dimension)
    if kind == "incompatible":
        return learned[random.permutation(len(learned))]
    if kind == "untrained":
        drawn: Embedding = random.standard_normal(learned.shape)
    elif kind == "oracle":
        drawn = given_embedding(data.inputs, dimension, random, params.get("world"))
    else:
        raise ValueError(f"embedding is {kind!r}; allowed: {', '.join(EMBEDDINGS)}.")
    scaled: Embedding = drawn * np.sqrt(np.square(learned).mean() / np.square(drawn).mean())
    return scaled


def _setting(path: Path, learned: np.ndarray | None) -> networks.MakeSetting:
    def setting(
        data: stacked_datasets.StackedDatasets,
        params: Params,
        shape: architecture.NetworkShape,
        parameters: Parameters,
    ) -> networks.Setting:
        runs = 1 + max(run.replicate for run in data.runs)
        needed = (runs, shape.inputs, shape.embedding_dimension)
        if learned is None or learned.shape != needed:
            found = "no input embedding" if learned is None else f"one of shape {learned.shape}"
            raise errors.ArtifactError(
                path,
                f"The model has {found}; (runs, inputs, embedding dimension) must be {needed}. "
                "Train both tasks with the same runs, inputs and embedding dimension.",
            )
        split = input_split.split_inputs(data, params)
        embedding = np.stack(
            [
                transferred_embedding(learned[run.replicate].astype(np.float64), run, data, params)
                for run in data.runs
            ]
        )
        target = population_target(
            np.stack([run.groups[rows] for run, rows in zip(data.runs, split.seen, strict=True)]),
            [run.probabilities for run in data.runs],
            shape.embedding_dimension,
        )
        fixed = fixed_embedding.FixedEmbedding(
            np.take_along_axis(embedding, split.seen[:, :, None], axis=1)
        )
        constant = embedding.astype(np.float32)
        embedded = torch.from_numpy(constant)
        population_loss = stacked_population_loss.StackedPopulationLoss(data, shape)
        return networks.Setting(
            gradient=gradient.Gradient(shape, parameters, target, fixed),
            next_batch=lambda: None,
            evaluate=lambda: split.losses(population_loss.divergences(parameters, embedded)),
            examples_per_step=split.seen.shape[1],
            constants={architecture.INPUT_EMBEDDING: constant},
            columns={"seen": split.indicator()},
        )

    return setting
