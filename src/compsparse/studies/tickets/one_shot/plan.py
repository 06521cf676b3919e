"""Settings and jobs on weights that are taken at once, by four scores."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.shared_settings import DrawnTeacher, RoundSettings, described
from workflow_engine.configuration.values import Distinct, PositiveNumber, StrictModel

NAME = "one_shot"


class OneShotTeachers(StrictModel):
    """Teachers of one number of constituents, and inputs of unequal scale for one of them."""

    teachers: Annotated[list[DrawnTeacher], Field(min_length=2), Distinct]
    unequal_at: DrawnTeacher = Field(description="whose inputs are scaled, too")
    spread: PositiveNumber = Field(description="of the largest scale over the smallest")


class OneShotPruning(StrictModel):
    """Counts of weights that are tried."""

    rounds: RoundSettings


class OneShotExperiment(StrictModel):
    """Dense students, and their weights taken by each score."""

    generate: OneShotTeachers
    prune: OneShotPruning


class OneShotTheme(StrictModel):
    """The theme's experiments."""

    one_shot: OneShotExperiment


def collect(plan: Collector, settings: OneShotTheme) -> None:
    """Add the jobs of this theme."""
    drawn = settings.one_shot.generate
    params = {
        **plan.students.training.model_dump(),
        "rounds": settings.one_shot.prune.rounds.model_dump(),
    }
    pruned, cells = [], []
    for teacher in drawn.teachers:
        made = plan.pruned_before(f"relu-{teacher.cell}")
        inputs = {"examples": made.examples, "dense": made.dense}
        pruned.append(plan.prune(NAME, f"equal-{teacher.cell}", "at_once", params, inputs))
        cells.append({"inputs": "equal", **teacher.model_dump()})
    teacher = drawn.unequal_at
    cell = f"unequal-{teacher.cell}"
    examples = plan.examples(NAME, cell, described(teacher), spread=drawn.spread)
    inputs = {"examples": examples, "dense": plan.dense(NAME, cell, examples)}
    pruned.append(plan.prune(NAME, cell, "at_once", params, inputs))
    cells.append({"inputs": "unequal", **teacher.model_dump()})
    plan.evaluate(
        "one_shot",
        {"pruned": pruned},
        {"cells": cells, "loss": plan.students.pruning.loss},
        render_params={"spread": drawn.spread},
    )
