"""Jobs on the exponents of time, loss and dimension (document 003, part I)."""

from typing import Any

from compsparse.studies.emergence.collector import STUDY, Collector, slug
from compsparse.studies.emergence.scaling_law import settings as model
from compsparse.studies.emergence.shared_settings import Draws, Flow


def collect(plan: Collector, settings: model.ScalingLaw) -> None:
    """Add the jobs of this theme."""
    _power_law(plan, settings.power_law, settings.power_law_large)
    _sgd_exponents(plan, settings.sgd_exponents)
    _dimension(plan, settings.dimension)


def _power_law(plan: Collector, settings: model.PowerLaw, large: model.PowerLawLarge) -> None:
    _flows(plan, "power_law", settings.generate, settings.train)
    _flows(plan, "power_law_large", large.generate, large.train)
    histories = {
        "histories": plan.histories("power_law"),
        "large": plan.histories("power_law_large"),
    }
    exponents = {"exponents": settings.train.exponents, "large_exponents": large.train.exponents}
    plan.evaluate("time_exponent", histories, exponents)
    # another look at the same runs
    window = settings.evaluate.model_dump()
    plan.evaluate("loss_exponent", histories, exponents | window)


def _flows(plan: Collector, experiment: str, draws: Draws, flow: model.PowerLawFlow) -> None:
    starts = plan.starts(experiment, "default", draws)
    for exponent in flow.exponents:
        plan.train_from(
            experiment,
            f"exponent_{slug(exponent)}",
            "flow.population_flow",
            _flow_params(flow, exponent),
            starts,
        )


def _sgd_exponents(plan: Collector, settings: model.SGDExponents) -> None:
    name, sgd = "sgd_exponents", settings.train
    starts = plan.starts(name, "default", settings.generate)
    inputs: dict[str, list[str]] = {"sgd": [], "flow": []}
    for exponent in sgd.exponents:
        params = {**sgd.model_dump(exclude={"exponents"}), "exponent": exponent, "neurons": None}
        cell = f"sgd_{slug(exponent)}"
        inputs["sgd"].append(plan.train_from(name, cell, "online.online_sgd", params, starts))
        cell = f"flow_{slug(exponent)}"
        params = _flow_params(settings.flow, exponent)
        inputs["flow"].append(plan.train_from(name, cell, "flow.population_flow", params, starts))
    plan.evaluate(
        name,
        inputs,
        {"exponents": sgd.exponents, "step_size": sgd.step_size, **settings.evaluate.model_dump()},
    )


def _dimension(plan: Collector, settings: model.Dimension) -> None:
    name = "dimension"
    cells = [(flow, d) for flow in settings.train for d in settings.generate.dimensions]
    # one name of the random generators: a run has the same Gaussian overlaps in every dimension
    paired = [STUDY, name, "paired"]
    starts = {
        d: plan.starts(name, f"d_{d}", settings.generate.draws(d), seed_names=paired)
        for d in settings.generate.dimensions
    }
    for flow, dimension in cells:
        plan.train_from(
            name,
            f"order_{flow.order}_d_{dimension}",
            "flow.population_flow",
            _flow_params(flow, settings.exponent),
            starts[dimension],
        )
    plan.evaluate(
        name,
        {"histories": plan.histories(name)},
        {
            "orders": [flow.order for flow, _ in cells],
            "dimensions": [dimension for _, dimension in cells],
            **settings.evaluate.model_dump(),
        },
    )


def _flow_params(flow: Flow, exponent: float) -> dict[str, Any]:
    return {
        **flow.model_dump(exclude={"exponents"}),
        "exponent": exponent,
        "neurons": None,
        "law": "coupled",
        "keep_alignment": False,
    }
