"""Jobs on one direction (document 003, part I)."""

from compsparse.studies.emergence.collector import Collector
from compsparse.studies.emergence.single_direction import settings as model


def collect(plan: Collector, settings: model.SingleDirection) -> None:
    """Add the jobs of this theme."""
    _train_sweeps(plan, "search_phase", settings.search_phase.train)
    plan.evaluate(
        "search_phase",
        {"histories": plan.histories("search_phase")},
        settings.search_phase.evaluate.model_dump(),
    )
    _train_sweeps(plan, "equator", settings.equator.train)
    plan.evaluate("equator", {"histories": plan.histories("equator")})
    _learning_curve(plan, settings.learning_curve)
    plan.evaluate("gradient_expansion", {}, settings.gradient_expansion.evaluate.model_dump())


def _train_sweeps(plan: Collector, name: str, settings: model.Sweeps) -> None:
    for sweep in settings.sweeps:
        # all dimensions and step sizes of an order step side by side
        plan.train_from(
            name,
            f"order_{sweep.order}",
            "single_index_steps",
            {**sweep.model_dump(), **settings.model_dump(exclude={"sweeps"})},
        )


def _learning_curve(plan: Collector, settings: model.LearningCurve) -> None:
    name, train = "learning_curve", settings.train
    for curve in train.curves:
        plan.train_from(
            name,
            f"order_{curve.order}",
            "single_index_curve",
            {**curve.model_dump(), **train.model_dump(exclude={"curves"})},
        )
    plan.evaluate(name, {"histories": plan.histories(name)})
