"""Jobs on the exponents of time, loss and dimension (document 003, part I)."""

import math
from typing import Any

from compsparse.studies.emergence.collector import STUDY, Collector, slug
from compsparse.studies.emergence.scaling_law import settings as sections


def collect(plan: Collector, settings: sections.ScalingLaw) -> None:
    """Add the jobs of this theme."""
    _power_law(plan, settings)
    _sgd_exponents(plan, settings.sgd_exponents)
    plan.result(
        "compsparse.studies.emergence.scaling_law.evaluate_dimension",
        *_by_dimension(plan, "dimension", settings.dimension, **vars(settings.dimension.evaluate)),
    )
    collapse = settings.loss_collapse
    more = collapse.model_dump(include={"exponent", "levels"})
    plan.result(
        "compsparse.studies.emergence.scaling_law.evaluate_loss_collapse",
        *_by_dimension(plan, "loss_collapse", collapse, **more),
    )
    _extensive_width(plan, settings.extensive_width)
    _network_search(plan, settings.network_search)


def _power_law(plan: Collector, settings: sections.ScalingLaw) -> None:
    usual, large = settings.power_law, settings.power_law_large
    made: dict[str, list[str]] = {"histories": [], "large": []}
    sections = (("power_law", usual), ("power_law_large", large))
    for histories, (experiment, section) in zip(made.values(), sections, strict=True):
        starts = plan.starts(experiment, "default", section.generate)
        for exponent in section.train.exponents:
            cell = f"exponent_{slug(exponent)}"
            histories.append(plan.flow(experiment, cell, section.train, exponent, starts))
    exponents = {"exponents": usual.train.exponents, "large_exponents": large.train.exponents}
    plan.result("compsparse.studies.emergence.scaling_law.evaluate_time_exponent", made, exponents)
    plan.result(
        "compsparse.studies.emergence.scaling_law.evaluate_loss_exponent",
        made,
        exponents | usual.evaluate.model_dump(),
    )


def _sgd_exponents(plan: Collector, settings: sections.SGDExponents) -> None:
    name, sgd = "sgd_exponents", settings.train
    starts = plan.starts(name, "default", settings.generate)
    inputs: dict[str, list[str]] = {"sgd": [], "flow": []}
    for exponent in sgd.exponents:
        inputs["sgd"].append(
            plan.train_from(
                name,
                f"sgd_{slug(exponent)}",
                "compsparse.studies.emergence.online.train_online_sgd",
                {**sgd.model_dump(exclude={"exponents"}), "exponent": exponent, "neurons": None},
                starts,
            )
        )
        cell = f"flow_{slug(exponent)}"
        inputs["flow"].append(plan.flow(name, cell, settings.flow, exponent, starts))
    plan.result(
        "compsparse.studies.emergence.scaling_law.evaluate_sgd_exponents",
        inputs,
        {**sgd.model_dump(include={"exponents", "step_size"}), **settings.evaluate.model_dump()},
    )


def _by_dimension(
    plan: Collector, name: str, settings: sections.FlowsByDimension, **more: Any
) -> tuple[dict[str, list[str]], dict[str, Any]]:
    """Return inputs and parameters of the evaluation."""
    cells = [(flow, d) for flow in settings.train for d in settings.generate.dimensions]
    # common seed names: a run has the same Gaussian overlaps in every dimension
    paired = [STUDY, name, "paired"]
    starts = {
        d: plan.starts(name, f"d_{d}", settings.generate.draws(d), seed_names=paired)
        for d in settings.generate.dimensions
    }
    histories = [
        plan.flow(name, f"order_{flow.order}_d_{d}", flow, settings.exponent, starts[d])
        for flow, d in cells
    ]
    orders, dimensions = [flow.order for flow, _ in cells], [d for _, d in cells]
    return {"histories": histories}, {"orders": orders, "dimensions": dimensions, **more}


def _extensive_width(plan: Collector, settings: sections.ExtensiveWidth) -> None:
    name, made = "extensive_width", settings.generate
    cells = [(growth, count) for growth in made.growths for count in made.directions]
    draws = [made.draws(growth, count) for growth, count in cells]
    for (growth, count), drawn in zip(cells, draws, strict=True):
        cell = f"growth_{slug(growth)}_directions_{count}"
        starts = plan.starts(name, cell, drawn)
        plan.flow(name, cell, settings.train, settings.exponent, starts)
    plan.result(
        "compsparse.studies.emergence.scaling_law.evaluate_extensive_width",
        {"histories": plan.histories(name)},
        {
            "growths": [growth for growth, _ in cells],
            "directions": [count for _, count in cells],
            "dimensions": [drawn.dimension for drawn in draws],
        },
    )


def _network_search(plan: Collector, settings: sections.NetworkSearch) -> None:
    name, train = "network_search", settings.train
    inputs: dict[str, list[str]] = {"histories": [], "starts": []}
    for d in settings.generate.dimensions:
        starts = plan.starts(name, f"d_{d}", settings.generate.draws(d, "space"))
        params = {
            **train.model_dump(exclude={"step_constant", "longest"}),
            "step_size": train.step_constant * d ** (-train.order / 2),
            "steps": math.ceil(train.longest * d ** (train.order - 1) / train.step_constant),
            "neurons": None,
        }
        module = "compsparse.studies.emergence.online.train_online_sgd"
        inputs["histories"].append(plan.train_from(name, f"d_{d}", module, params, starts))
        inputs["starts"].append(starts)
    plan.result(
        "compsparse.studies.emergence.scaling_law.evaluate_network_search",
        inputs,
        {
            "dimensions": settings.generate.dimensions,
            **train.model_dump(include={"order", "exponent", "step_constant", "samples"}),
            "groups": settings.groups,
        },
    )
