"""Settings and jobs on what the kept weights could come from, beside the teacher."""

from typing import Annotated, Any

from pydantic import Field

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.shared_settings import DrawnTeacher, GeneratesAndTrains, described
from workflow_engine.configuration.values import Increasing, StrictModel

NAME = "nulls"


class NullsTeacher(StrictModel):
    """One of the teachers of ``law``."""

    teacher: DrawnTeacher


class NullsTraining(StrictModel):
    """Other students."""

    widths: Annotated[list[Annotated[int, Field(ge=2)]], Field(min_length=1), Increasing] = Field(
        description="hidden units, beside the usual number"
    )
    penalty: Annotated[float, Field(ge=0)] = Field(description="L1, in place of the usual one")


class NullsTheme(StrictModel):
    """The theme's experiment."""

    nulls: GeneratesAndTrains[NullsTeacher, NullsTraining]


def collect(plan: Collector, settings: NullsTheme) -> None:
    """Add the jobs of this theme."""
    teacher, others = settings.nulls.generate.teacher, settings.nulls.train
    usual, usual_cell = plan.students.training.width, f"relu-{teacher.cell}"
    rounds = [plan.pruned_before(usual_cell).rounds]
    cells = [{"student": "usual", "width": usual}]

    def prune(student: str, **changes: Any) -> None:
        # the same teachers and, at equal width, the same first weights
        like = ("law", usual_cell)
        made = plan.pruned(NAME, student, described(teacher), like=like, **changes)
        rounds.append(made.rounds)
        cells.append({"student": student, "width": changes.get("width", usual)})

    for width in others.widths:
        prune(f"width_{width}", width=width)
    prune("another_penalty", penalty=others.penalty)
    structured = plan.world("structured_nulls")
    # in the world structured_nulls, the null's labels are the teacher's
    labels = structured if structured.get("world") == "structured_nulls" else None
    prune("shuffled_labels", scored_on="learned", data=labels or {"world": "shuffled_labels"})
    plan.evaluate(
        "compsparse.studies.tickets.nulls.evaluate_nulls",
        {"rounds": rounds},
        {"cells": cells, "loss": plan.students.pruning.loss},
        render="compsparse.studies.tickets.nulls.render_nulls",
        render_params={"edges": teacher.arity * teacher.constituents, "penalty": others.penalty},
    )
