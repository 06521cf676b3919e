"""Jobs on compression (document 004, Section 4.3)."""

from compsparse.studies.factorial.plan.collector import Collector, slug
from compsparse.studies.factorial.settings.common import Network
from compsparse.studies.factorial.settings.compression import (
    Compression,
    CompressionGridA,
    CompressionGridB,
    GlobalMinimum,
    LayerProbe,
    Transform,
)


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
        plan.generate(name, f"parents_{parents}", draws, draws.input_factors, parents=parents)
    for dimension in settings.train.embedding_dimensions:
        # all numbers of parents are of one shape, so they train side by side
        plan.train(
            name,
            f"dimension_{dimension}",
            "compression",
            settings.train,
            [{"embedding_dimension": dimension}],
            plan.datasets(name),
        )
    runs = {"histories": plan.histories(name)}
    plan.evaluate("compression", name, runs)
    # Figure 5 is another look at the same runs
    plan.evaluate(
        "compression",
        "compression_compute",
        runs,
        {"parents": max(draws.parents), "window": settings.evaluate.window},
    )


def _grid_b(plan: Collector, settings: CompressionGridB) -> None:
    name, draws = "compression_grid_b", settings.generate
    for sizes in draws.input_factors:
        cell = slug(sizes)
        plan.generate(name, cell, draws, sizes, parents=draws.parents)
        plan.train(
            name,
            cell,
            "compression",
            settings.train,
            [{"embedding_dimension": d} for d in settings.train.embedding_dimensions],
            plan.datasets(name, cell),
        )
    plan.evaluate("compression", name, {"histories": plan.histories(name)})


def _global_minimum(plan: Collector, settings: GlobalMinimum) -> None:
    grid = "compression_grid_a"
    plan.evaluate(
        "compression",
        "global_minimum",
        {"datasets": plan.datasets(grid), "histories": plan.histories(grid)},
        settings.evaluate.model_dump(),
    )


def _transform(plan: Collector, settings: Transform) -> None:
    name, draws, network = "transform", settings.generate, settings.train
    plan.generate(name, "default", draws, draws.input_factors, parents=draws.parents)
    variants = [
        {"embedding_dimension": dimension, "layers": layers}
        for dimension in network.embedding_dimensions
        for layers in (0, network.layers)
    ]
    plan.train(name, "default", "compression", network, variants, plan.datasets(name))
    (history,) = plan.histories(name)
    plan.evaluate(
        "compression",
        name,
        {"history": history},
        {"layers": [variant["layers"] for variant in variants]},
    )


def _layer_probe(plan: Collector, settings: LayerProbe) -> None:
    name, draws, network = "layer_probe", settings.generate, settings.train
    plan.generate(name, "default", draws, draws.input_factors, parents=draws.parents)
    (dataset,) = plan.datasets(name)
    variants = [{"embedding_dimension": network.embedding_dimension}]
    # the learned embedding sees every input and has no use for a share of them
    learned = Network(**network.model_dump(exclude={"embedding_dimension", "seen_fraction"}))
    plan.train(name, "learned", "compression", learned, variants, [dataset])
    plan.train(name, "fixed", "generalization", network, variants, [dataset])
    models = {cell: plan.models(name, cell)[0] for cell in ("learned", "fixed")}
    plan.evaluate("compression", name, {"dataset": dataset, **models})
