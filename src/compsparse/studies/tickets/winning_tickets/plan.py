"""Settings and jobs on tickets beside controls (document 000, Summary, item 7)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.shared_settings import DrawnTeacher
from workflow_engine.configuration.values import Distinct, StrictModel

NAME = "winning_tickets"


class TicketTeachers(StrictModel):
    """Sparse teachers and a dense one, of those that the law is of."""

    teachers: Annotated[list[DrawnTeacher], Field(min_length=1), Distinct]
    dense: DrawnTeacher = Field(description="reads all inputs in every constituent")


class ControlsTraining(StrictModel):
    """How many times each control is drawn."""

    draws: Annotated[int, Field(ge=1)]


class TicketsExperiment(StrictModel):
    """Tickets and controls, trained alike."""

    generate: TicketTeachers
    train: ControlsTraining


class TicketsTheme(StrictModel):
    """The theme's experiments."""

    winning_tickets: TicketsExperiment


def collect(plan: Collector, settings: TicketsTheme) -> None:
    """Add the jobs of this theme."""
    drawn = settings.winning_tickets.generate
    models, dense, cells = [], [], []
    found = []
    for teacher in (*drawn.teachers, drawn.dense):
        kind = "dense" if teacher == drawn.dense else "sparse"
        made = plan.pruned_before(f"relu-{teacher.cell}")
        found.append((teacher.cell, made, {"teacher": f"arity {teacher.arity}", "kind": kind}))
    for name, made in plan.own.items():
        found.append((f"own-{name}", made, {"teacher": name, "kind": "own"}))
    for cell, made, about in found:
        params = {
            **plan.students.training.model_dump(),
            **settings.winning_tickets.train.model_dump(),
        }
        inputs = {"examples": made.examples, "dense": made.dense, "rounds": made.rounds}
        models.append(plan.train(NAME, cell, "controls", params, inputs))
        dense.append(made.dense)
        cells.append(about)
    plan.evaluate(
        "winning_tickets",
        {"controls": models, "dense": dense},
        {"cells": cells},
        render_params=settings.winning_tickets.train.model_dump(),
    )
