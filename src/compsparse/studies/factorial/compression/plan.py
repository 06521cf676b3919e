"""Settings and jobs on compression (document 004, Section 4.3)."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.studies.factorial import shared_settings as shared
from compsparse.studies.factorial.collector import STUDY, Collector, slug
from workflow_engine.configuration.values import Positive, Share, StrictModel
from workflow_engine.provenance.job import Paths


class CompressionGridA(StrictModel):
    """Figures 4, 5 or 19."""

    generate: shared.ManyParents
    train: shared.CompressionNetwork
    evaluate: shared.ComputeWindow


class CompressionGridB(StrictModel):
    """Figures 4 or 19."""

    generate: shared.ManySpaces
    train: shared.CompressionNetwork


class MinimumSearch(StrictModel):
    """How the least loss of a narrow embedding is searched."""

    embedding_dimensions: Annotated[list[Positive], Field(min_length=1)]
    restarts: Positive = Field(description="starts of each search")
    iterations: Positive = Field(description="most iterations of L-BFGS from each start")
    refinement_iterations: Annotated[int, Field(ge=0)] = Field(
        description="most iterations from the best of them"
    )


class GlobalMinimum(StrictModel):
    """The global minimum below (AC), on the graphs of grid A."""

    evaluate: MinimumSearch


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


class LayerProbe(StrictModel):
    """Remark 1, on networks with a learned and with a fixed embedding."""

    generate: shared.OneSpace
    train: shared.GeneralizationNetwork


class Compression(StrictModel):
    """The experiments on compression."""

    compression_grid_a: CompressionGridA
    compression_grid_b: CompressionGridB
    global_minimum: GlobalMinimum
    transform: Transform
    layer_probe: LayerProbe


def collect(plan: Collector, settings: Compression) -> None:
    """Add the jobs of this theme."""
    _grid_a(plan, settings.compression_grid_a)
    _grid_b(plan, settings.compression_grid_b)
    _global_minimum(plan, settings.global_minimum)
    _transform(plan, settings.transform)
    _layer_probe(plan, settings.layer_probe)


def _grid_a(plan: Collector, settings: CompressionGridA) -> None:
    name, draws = "compression_grid_a", settings.generate
    for parents in draws.parents:
        plan.generate_datasets(
            name, f"parents_{parents}", draws, draws.input_factors, parents=parents
        )
    for dimension in settings.train.embedding_dimensions:
        # all numbers of parents are of one shape, so they train side by side
        plan.train_networks(
            name,
            f"dimension_{dimension}",
            "training.compression",
            settings.train,
            [{"embedding_dimension": dimension}],
            plan.datasets(name),
        )
    runs = {"histories": plan.histories(name)}
    plan.evaluate(name, runs)
    # Figure 5 is another look at the same runs
    plan.evaluate(
        "compression_compute",
        runs,
        {"parents": max(draws.parents), "window": settings.evaluate.window},
    )


def _grid_b(plan: Collector, settings: CompressionGridB) -> None:
    name, draws = "compression_grid_b", settings.generate
    variants = [{"embedding_dimension": d} for d in settings.train.embedding_dimensions]
    histories: dict[str, Paths] = {"histories": [], "shuffled_histories": []}
    for sizes in draws.input_factors:
        of_factors, of_none = slug(sizes), f"{slug(sizes)}_shuffled"
        plan.generate_datasets(name, of_factors, draws, sizes, parents=draws.parents)
        # the same graphs and tables; the outcomes of each input are permuted
        more: dict[str, Any] = {"seed_names": [STUDY, name, of_factors], "shuffle": "inputs"}
        plan.generate_datasets(name, of_none, draws, sizes, parents=draws.parents, **more)
        for kind, cell in zip(histories, (of_factors, of_none), strict=True):
            datasets = plan.datasets(name, cell)
            plan.train_networks(
                name, cell, "training.compression", settings.train, variants, datasets
            )
            histories[kind] = [*histories[kind], *plan.histories(name, cell)]
    plan.evaluate(name, histories)


def _global_minimum(plan: Collector, settings: GlobalMinimum) -> None:
    grid = "compression_grid_a"
    plan.evaluate(
        "global_minimum",
        {"datasets": plan.datasets(grid), "histories": plan.histories(grid)},
        settings.evaluate.model_dump(),
    )


def _transform(plan: Collector, settings: Transform) -> None:
    name, draws, network = "transform", settings.generate, settings.train
    plan.generate_datasets(name, "default", draws, draws.input_factors, parents=draws.parents)
    variants = [
        {"embedding_dimension": dimension, "layers": layers}
        for dimension in network.embedding_dimensions
        for layers in (0, network.layers)
    ]
    plan.train_networks(
        name, "default", "training.compression", network, variants, plan.datasets(name)
    )
    given = [{**settings.given.model_dump(), "layers": layers} for layers in (0, network.layers)]
    plan.train_networks(
        name, "given", "training.generalization", network, given, plan.datasets(name)
    )
    learned_history, given_history = plan.histories(name)
    plan.evaluate(
        name,
        {"history": learned_history, "given_history": given_history},
        {
            "layers": [variant["layers"] for variant in variants],
            "given_layers": [variant["layers"] for variant in given],
        },
    )


def _layer_probe(plan: Collector, settings: LayerProbe) -> None:
    name, draws, network = "layer_probe", settings.generate, settings.train
    plan.generate_datasets(name, "default", draws, draws.input_factors, parents=draws.parents)
    (dataset,) = plan.datasets(name)
    variants = [{"embedding_dimension": network.embedding_dimension}]
    # the learned embedding sees every input and has no use for a share of them
    learned = shared.Network(**network.model_dump(exclude={"embedding_dimension", "seen_fraction"}))
    plan.train_networks(name, "learned", "training.compression", learned, variants, [dataset])
    plan.train_networks(name, "fixed", "training.generalization", network, variants, [dataset])
    models = {cell: plan.models(name, cell)[0] for cell in ("learned", "fixed")}
    plan.evaluate(name, {"dataset": dataset, **models})
