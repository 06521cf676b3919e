"""Jobs on the exponents of time, loss and dimension (document 003, part I)."""

import math
from typing import Any

from compsparse.studies.emergence.collector import STUDY, Collector, slug
from compsparse.studies.emergence.scaling_law.settings import (
    ExtensiveWidth,
    FlowsByDimension,
    NetworkSearch,
    PowerLaw,
    PowerLawLarge,
    ScalingLaw,
    SGDExponents,
)


def collect(plan: Collector, settings: ScalingLaw) -> None:
    """Add the jobs of this theme."""
    _power_law(plan, settings.power_law, settings.power_law_large)
    _sgd_exponents(plan, settings.sgd_exponents)
    _by_dimension(
        plan,
        "dimension",
        settings.dimension,
        "compsparse.studies.emergence.scaling_law.evaluate_dimension",
        settings.dimension.evaluate.model_dump(),
        "compsparse.studies.emergence.scaling_law.render_dimension",
    )
    collapse = settings.loss_collapse
    _by_dimension(
        plan,
        "loss_collapse",
        collapse,
        "compsparse.studies.emergence.scaling_law.evaluate_loss_collapse",
        {"exponent": collapse.exponent, "levels": collapse.levels},
        "compsparse.studies.emergence.scaling_law.render_loss_collapse",
    )
    _extensive_width(plan, settings.extensive_width)
    _network_search(plan, settings.network_search)


def _power_law(plan: Collector, settings: PowerLaw, large: PowerLawLarge) -> None:
    for experiment, section in (("power_law", settings), ("power_law_large", large)):
        starts = plan.starts(experiment, "default", section.generate)
        for exponent in section.train.exponents:
            plan.train_from(
                experiment,
                f"exponent_{slug(exponent)}",
                "compsparse.studies.emergence.flow.train_population_flow",
                section.train.job_params(exponent),
                starts,
            )
    histories = {
        "histories": plan.histories("power_law"),
        "large": plan.histories("power_law_large"),
    }
    exponents = {"exponents": settings.train.exponents, "large_exponents": large.train.exponents}
    plan.evaluate(
        "compsparse.studies.emergence.scaling_law.evaluate_time_exponent",
        histories,
        exponents,
        render="compsparse.studies.emergence.scaling_law.render_time_exponent",
    )
    # another result of the same runs
    plan.evaluate(
        "compsparse.studies.emergence.scaling_law.evaluate_loss_exponent",
        histories,
        exponents | settings.evaluate.model_dump(),
        render="compsparse.studies.emergence.scaling_law.render_loss_exponent",
    )


def _sgd_exponents(plan: Collector, settings: SGDExponents) -> None:
    name, sgd = "sgd_exponents", settings.train
    starts = plan.starts(name, "default", settings.generate)
    inputs: dict[str, list[str]] = {"sgd": [], "flow": []}
    for exponent in sgd.exponents:
        params = {**sgd.model_dump(exclude={"exponents"}), "exponent": exponent, "neurons": None}
        inputs["sgd"].append(
            plan.train_from(
                name,
                f"sgd_{slug(exponent)}",
                "compsparse.studies.emergence.online.train_online_sgd",
                params,
                starts,
            )
        )
        inputs["flow"].append(
            plan.train_from(
                name,
                f"flow_{slug(exponent)}",
                "compsparse.studies.emergence.flow.train_population_flow",
                settings.flow.job_params(exponent),
                starts,
            )
        )
    plan.evaluate(
        "compsparse.studies.emergence.scaling_law.evaluate_sgd_exponents",
        inputs,
        {"exponents": sgd.exponents, "step_size": sgd.step_size, **settings.evaluate.model_dump()},
        render="compsparse.studies.emergence.scaling_law.render_sgd_exponents",
    )


def _by_dimension(
    plan: Collector,
    name: str,
    settings: FlowsByDimension,
    module: str,
    params: dict[str, Any],
    render: str,
) -> None:
    cells = [(flow, d) for flow in settings.train for d in settings.generate.dimensions]
    # common seed names: a run has the same Gaussian overlaps in every dimension
    paired = [STUDY, name, "paired"]
    starts = {
        d: plan.starts(name, f"d_{d}", settings.generate.draws(d), seed_names=paired)
        for d in settings.generate.dimensions
    }
    for flow, d in cells:
        plan.train_from(
            name,
            f"order_{flow.order}_d_{d}",
            "compsparse.studies.emergence.flow.train_population_flow",
            flow.job_params(settings.exponent),
            starts[d],
        )
    orders, dimensions = [flow.order for flow, _ in cells], [d for _, d in cells]
    plan.evaluate(
        module,
        {"histories": plan.histories(name)},
        {"orders": orders, "dimensions": dimensions, **params},
        render=render,
    )


def _extensive_width(plan: Collector, settings: ExtensiveWidth) -> None:
    name, made = "extensive_width", settings.generate
    cells = [(growth, count) for growth in made.growths for count in made.directions]
    draws = [made.draws(growth, count) for growth, count in cells]
    for (growth, count), drawn in zip(cells, draws, strict=True):
        cell = f"growth_{slug(growth)}_directions_{count}"
        plan.train_from(
            name,
            cell,
            "compsparse.studies.emergence.flow.train_population_flow",
            settings.train.job_params(settings.exponent),
            plan.starts(name, cell, drawn),
        )
    plan.evaluate(
        "compsparse.studies.emergence.scaling_law.evaluate_extensive_width",
        {"histories": plan.histories(name)},
        {
            "growths": [growth for growth, _ in cells],
            "directions": [count for _, count in cells],
            "dimensions": [drawn.dimension for drawn in draws],
        },
        render="compsparse.studies.emergence.scaling_law.render_extensive_width",
    )


def _network_search(plan: Collector, settings: NetworkSearch) -> None:
    name, train = "network_search", settings.train
    inputs: dict[str, list[str]] = {"histories": [], "starts": []}
    for d in settings.generate.dimensions:
        drawn = settings.generate.draws(d).model_copy(update={"basis": "space"})
        starts = plan.starts(name, f"d_{d}", drawn)
        params = {
            **train.model_dump(exclude={"step_constant", "longest"}),
            "step_size": train.step_constant * d ** (-train.order / 2),
            "steps": math.ceil(train.longest * d ** (train.order - 1) / train.step_constant),
            "neurons": None,
        }
        history = plan.train_from(
            name,
            f"d_{d}",
            "compsparse.studies.emergence.online.train_online_sgd",
            params,
            starts,
        )
        inputs["histories"].append(history)
        inputs["starts"].append(starts)
    plan.evaluate(
        "compsparse.studies.emergence.scaling_law.evaluate_network_search",
        inputs,
        {
            "dimensions": settings.generate.dimensions,
            **train.model_dump(include={"order", "exponent", "step_constant", "samples"}),
            "groups": settings.groups,
        },
        render="compsparse.studies.emergence.scaling_law.render_network_search",
    )
