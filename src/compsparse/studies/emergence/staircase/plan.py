"""Jobs on the staircase of skills (document 003, part I)."""

from compsparse.studies.emergence.collector import STUDY, Collector
from compsparse.studies.emergence.staircase import settings as model


def collect(plan: Collector, settings: model.Staircase) -> None:
    """Add the jobs of this theme."""
    _staircase(plan, settings.staircase)
    _jump_sharpness(plan, settings.jump_sharpness)


def _staircase(plan: Collector, settings: model.StaircaseExperiment) -> None:
    name, flow = "staircase", settings.train
    starts = plan.starts(name, "default", settings.generate)
    plan.train_from(
        name,
        "default",
        "flow.population_flow",
        {**flow.model_dump(), "neurons": None, "law": "coupled", "keep_alignment": True},
        starts,
    )
    (history,) = plan.histories(name)
    plan.evaluate(
        name,
        {"history": history},
        {"exponent": flow.exponent, **settings.evaluate.model_dump()},
        render_params={"exponent": flow.exponent},
    )
    # another look at the same runs
    plan.evaluate(
        "predictability", {"history": history}, {"exponent": flow.exponent, "order": flow.order}
    )


def _jump_sharpness(plan: Collector, settings: model.JumpSharpness) -> None:
    name, draws = "jump_sharpness", settings.generate
    for dimension in draws.dimensions:
        cell = f"dimension_{dimension}"
        # the same Gaussian numbers in every dimension: what differs between them is d alone
        starts = plan.starts(name, cell, draws.draws(dimension), seed_names=[STUDY, name])
        plan.train_from(name, cell, "resolved_jumps", settings.train.model_dump(), starts)
    plan.evaluate(name, {"histories": plan.histories(name)})
