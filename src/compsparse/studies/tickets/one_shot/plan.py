"""Settings and jobs on pruning in one shot, by four scores."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.shared_settings import DrawnTeacher, RoundSettings, described
from workflow_engine.configuration.values import Distinct, PositiveNumber, StrictModel

NAME = "one_shot"


class OneShotTeachers(StrictModel):
    """Teachers of one number of constituents, and inputs of unequal scales for one of them."""

    teachers: Annotated[list[DrawnTeacher], Field(min_length=2), Distinct]
    unequal_at: DrawnTeacher = Field(description="also with unequal scales of the inputs")
    spread: PositiveNumber = Field(description="largest scale over the smallest")


class OneShotPruning(StrictModel):
    """Counts of weights that are tried."""

    rounds: RoundSettings


class OneShotExperiment(StrictModel):
    """Dense students, pruned by each score."""

    generate: OneShotTeachers
    prune: OneShotPruning


class OneShotTheme(StrictModel):
    """The theme's experiment."""

    one_shot: OneShotExperiment


def collect(plan: Collector, settings: OneShotTheme) -> None:
    """Add the jobs of this theme."""
    drawn = settings.one_shot.generate
    params = {**plan.students.training.model_dump(), **settings.one_shot.prune.model_dump()}
    pruned, cells = [], []

    def prune(scales: str, teacher: DrawnTeacher, trained: dict[str, str]) -> None:
        module = "compsparse.studies.tickets.one_shot.prune_at_once"
        pruned.append(plan.prune(NAME, f"{scales}-{teacher.cell}", module, params, trained))
        cells.append({"inputs": scales, **teacher.model_dump()})

    for teacher in drawn.teachers:
        prune("equal", teacher, plan.pruned_before(f"relu-{teacher.cell}").trained)
    cell = f"unequal-{drawn.unequal_at.cell}"
    examples = plan.examples(NAME, cell, described(drawn.unequal_at), spread=drawn.spread)
    dense = plan.dense(NAME, cell, examples)
    prune("unequal", drawn.unequal_at, {"examples": examples, "dense": dense})
    plan.evaluate(
        "compsparse.studies.tickets.one_shot.evaluate_one_shot",
        {"pruned": pruned},
        {"cells": cells, "loss": plan.students.pruning.loss},
        render="compsparse.studies.tickets.one_shot.render_one_shot",
        render_params={"spread": drawn.spread},
    )
