"""Jobs on compression (document 004, Section 4.3)."""

from compsparse.studies.factorial.collector import Collector, slug
from compsparse.studies.factorial.compression import settings as sections
from compsparse.studies.factorial.shared_settings import Network


def collect(plan: Collector, settings: sections.Compression) -> None:
    """Add the jobs of this theme."""
    _grid_a(plan, settings.compression_grid_a)
    _grid_b(plan, settings.compression_grid_b)
    _global_minimum(plan, settings.global_minimum)
    _transform(plan, settings.transform)
    _layer_probe(plan, settings.layer_probe)


def _grid_a(plan: Collector, settings: sections.CompressionGridA) -> None:
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


def _grid_b(plan: Collector, settings: sections.CompressionGridB) -> None:
    name, draws = "compression_grid_b", settings.generate
    for sizes in draws.input_factors:
        cell = slug(sizes)
        plan.generate_datasets(name, cell, draws, sizes, parents=draws.parents)
        plan.train_networks(
            name,
            cell,
            "training.compression",
            settings.train,
            [{"embedding_dimension": d} for d in settings.train.embedding_dimensions],
            plan.datasets(name, cell),
        )
    plan.evaluate(name, {"histories": plan.histories(name)})


def _global_minimum(plan: Collector, settings: sections.GlobalMinimum) -> None:
    grid = "compression_grid_a"
    plan.evaluate(
        "global_minimum",
        {"datasets": plan.datasets(grid), "histories": plan.histories(grid)},
        settings.evaluate.model_dump(),
    )


def _transform(plan: Collector, settings: sections.Transform) -> None:
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
    (history,) = plan.histories(name)
    plan.evaluate(
        name,
        {"history": history},
        {"layers": [variant["layers"] for variant in variants]},
    )


def _layer_probe(plan: Collector, settings: sections.LayerProbe) -> None:
    name, draws, network = "layer_probe", settings.generate, settings.train
    plan.generate_datasets(name, "default", draws, draws.input_factors, parents=draws.parents)
    (dataset,) = plan.datasets(name)
    variants = [{"embedding_dimension": network.embedding_dimension}]
    # the learned embedding sees every input and has no use for a share of them
    learned = Network(**network.model_dump(exclude={"embedding_dimension", "seen_fraction"}))
    plan.train_networks(name, "learned", "training.compression", learned, variants, [dataset])
    plan.train_networks(name, "fixed", "training.generalization", network, variants, [dataset])
    models = {cell: plan.models(name, cell)[0] for cell in ("learned", "fixed")}
    plan.evaluate(name, {"dataset": dataset, **models})
