"""Settings and jobs on compression (document 004, Section 4.3)."""

from itertools import product
from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.studies.factorial import shared_settings as shared
from compsparse.studies.factorial.collector import (
    STUDY,
    TRAIN_COMPRESSION,
    TRAIN_GENERALIZATION,
    Collector,
    slug,
)
from workflow_engine.configuration.values import Positive, Share, StrictModel


class CompressionGridA(StrictModel):
    """Figures 4, 5 or 19."""

    generate: shared.ManyParents
    train: shared.CompressionNetwork
    evaluate: shared.ComputeWindow


class MinimumSearch(StrictModel):
    """How the smallest loss of a narrow embedding is searched for."""

    embedding_dimensions: Annotated[list[Positive], Field(min_length=1)]
    restarts: Positive = Field(description="starting points of each search")
    iterations: Positive = Field(description="most iterations of L-BFGS from each start")
    refinement_iterations: Annotated[int, Field(ge=0)] = Field(
        description="most iterations from the best of them"
    )


class GivenEmbedding(StrictModel):
    """The control, a fixed factor embedding: there the transform is needed."""

    embedding_dimension: Positive
    seen_fraction: Share = Field(description="the loss on these inputs is compared")


class Transform(StrictModel):
    """Networks with and without a layer."""

    generate: shared.OneSpace
    train: shared.CompressionNetwork
    given: GivenEmbedding

    @model_validator(mode="after")
    def _one_layer(self) -> "Transform":
        if self.train.layers != 1:
            raise ValueError(
                f"layers: 1, since each network is also trained with none; {self.train.layers} "
                "would be another comparison"
            )
        return self


CompressionGridB = shared.Trained[shared.ManySpaces, shared.CompressionNetwork]
LayerProbe = shared.Trained[shared.OneSpace, shared.GeneralizationNetwork]


class Compression(StrictModel):
    """The experiments on compression."""

    compression_grid_a: CompressionGridA
    compression_grid_b: CompressionGridB  # Figures 4 or 19
    global_minimum: shared.Evaluated[MinimumSearch]  # below (AC), on the graphs of grid A
    transform: Transform
    layer_probe: LayerProbe  # Remark 1, with a learned and with a fixed embedding


def collect(plan: Collector, settings: Compression) -> None:
    """Add the jobs of this theme."""
    _grid_a(plan, settings.compression_grid_a)
    _grid_b(plan, settings.compression_grid_b)
    _global_minimum(plan, settings.global_minimum.evaluate)
    _transform(plan, settings.transform)
    _layer_probe(plan, settings.layer_probe)


def _grid_a(plan: Collector, settings: CompressionGridA) -> None:
    name, draws, network = "compression_grid_a", settings.generate, settings.train
    # networks for all numbers of parents have the same shape, so they train together
    datasets = plan.generate_many_parents(name, draws)
    for d in network.embedding_dimensions:
        plan.train_networks(name, f"dimension_{d}", TRAIN_COMPRESSION, network, [d], datasets)
    runs = {"histories": plan.histories(name)}
    plan.evaluate(
        "compsparse.studies.factorial.compression.evaluate_compression_grid_a",
        runs,
        render="compsparse.studies.factorial.compression.render_compression_grid_a",
    )
    # Figure 5 is another view of the same runs
    plan.evaluate(
        "compsparse.studies.factorial.compression.evaluate_compression_compute",
        runs,
        {"parents": max(draws.parents), "window": settings.evaluate.window},
        render="compsparse.studies.factorial.compression.render_compression_compute",
    )


def _grid_b(plan: Collector, settings: CompressionGridB) -> None:
    name, draws, network = "compression_grid_b", settings.generate, settings.train
    histories: dict[str, list[str]] = {"histories": [], "shuffled_histories": []}
    for sizes in draws.input_factors:
        factored, shuffled = slug(sizes), f"{slug(sizes)}_shuffled"
        plan.generate_datasets(name, factored, draws, sizes, parents=draws.parents)
        # the same graphs and tables; the outcomes of each input are permuted
        more: dict[str, Any] = {"seed_names": [STUDY, name, factored], "shuffle": "inputs"}
        plan.generate_datasets(name, shuffled, draws, sizes, parents=draws.parents, **more)
        dimensions = network.embedding_dimensions
        for kind, cell in zip(histories, (factored, shuffled), strict=True):
            datasets = plan.datasets(name, cell)
            histories[kind].append(
                plan.train_networks(name, cell, TRAIN_COMPRESSION, network, dimensions, datasets)
            )
    plan.evaluate(
        "compsparse.studies.factorial.compression.evaluate_compression_grid_b",
        histories,
        render="compsparse.studies.factorial.compression.render_compression_grid_b",
    )


def _global_minimum(plan: Collector, search: MinimumSearch) -> None:
    grid = "compression_grid_a"
    plan.evaluate(
        "compsparse.studies.factorial.compression.evaluate_global_minimum",
        {"datasets": plan.datasets(grid), "histories": plan.histories(grid)},
        search.model_dump(),
        render="compsparse.studies.factorial.compression.render_global_minimum",
    )


def _transform(plan: Collector, settings: Transform) -> None:
    name, network, both = "transform", settings.train, (0, settings.train.layers)
    datasets = plan.generate_one_space(name, settings.generate)
    variants = [
        {"embedding_dimension": dimension, "layers": layers}
        for dimension, layers in product(network.embedding_dimensions, both)
    ]
    given = [{**settings.given.model_dump(), "layers": layers} for layers in both]
    plan.evaluate(
        "compsparse.studies.factorial.compression.evaluate_transform",
        {
            "history": plan.train_networks(
                name, "default", TRAIN_COMPRESSION, network, variants, datasets
            ),
            "given_history": plan.train_networks(
                name, "given", TRAIN_GENERALIZATION, network, given, datasets
            ),
        },
        {
            "layers": [variant["layers"] for variant in variants],
            "given_layers": [variant["layers"] for variant in given],
        },
        render="compsparse.studies.factorial.compression.render_transform",
    )


def _layer_probe(plan: Collector, settings: LayerProbe) -> None:
    name, network = "layer_probe", settings.train
    datasets = plan.generate_one_space(name, settings.generate)
    # the network with a learned embedding is trained on every input
    learned = shared.Network(**network.model_dump(exclude={"embedding_dimension", "seen_fraction"}))
    variants = [network.embedding_dimension]
    plan.train_networks(name, "learned", TRAIN_COMPRESSION, learned, variants, datasets)
    plan.train_networks(name, "fixed", TRAIN_GENERALIZATION, network, variants, datasets)
    models = {cell: plan.models(name, cell)[0] for cell in ("learned", "fixed")}
    plan.evaluate(
        "compsparse.studies.factorial.compression.evaluate_layer_probe",
        {"dataset": datasets[0], **models},
        render="compsparse.studies.factorial.compression.render_layer_probe",
    )
