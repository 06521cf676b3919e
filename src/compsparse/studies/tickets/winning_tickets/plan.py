"""Settings and jobs on tickets beside controls (document 000, Summary, item 7)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.shared_settings import DrawnTeacher, GeneratesAndTrains
from workflow_engine.configuration.values import Distinct, Positive, StrictModel

NAME = "winning_tickets"


class TicketTeachers(StrictModel):
    """Sparse teachers and a dense one, all among the teachers of ``law``."""

    teachers: Annotated[list[DrawnTeacher], Field(min_length=1), Distinct]
    dense: DrawnTeacher = Field(description="reads all inputs in every constituent")


class ControlsTraining(StrictModel):
    """How many times each control is drawn."""

    draws: Positive


class TicketsTheme(StrictModel):
    """The theme's experiment."""

    winning_tickets: GeneratesAndTrains[TicketTeachers, ControlsTraining]


def collect(plan: Collector, settings: TicketsTheme) -> None:
    """Add the jobs of this theme."""
    drawn = settings.winning_tickets.generate
    controls = settings.winning_tickets.train.model_dump()
    found = []
    for teacher in (*drawn.teachers, drawn.dense):
        kind = "dense" if teacher == drawn.dense else "sparse"
        labels = {"teacher": f"arity {teacher.arity}", "kind": kind}
        found.append((teacher.cell, plan.pruned_before(f"relu-{teacher.cell}"), labels))
    for name, pruned in plan.user_teachers.items():
        found.append((f"own-{name}", pruned, {"teacher": name, "kind": "own"}))
    models = [
        plan.train(
            NAME,
            cell,
            "compsparse.studies.tickets.winning_tickets.train_controls",
            {**plan.students.training.model_dump(), **controls},
            {**pruned.trained, "rounds": pruned.rounds},
        )
        for cell, pruned, _ in found
    ]
    plan.evaluate(
        "compsparse.studies.tickets.winning_tickets.evaluate_winning_tickets",
        {"controls": models, "dense": [pruned.dense for _, pruned, _ in found]},
        {"cells": [labels for *_, labels in found]},
        render="compsparse.studies.tickets.winning_tickets.render_winning_tickets",
        render_params=controls,
    )
