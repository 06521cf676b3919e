"""Settings and jobs on what the kept weights could come from, beside the teacher."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.shared_settings import DrawnTeacher, described
from workflow_engine.configuration.values import Increasing, StrictModel

NAME = "nulls"


class NullsTeacher(StrictModel):
    """A teacher of those that the law is of."""

    teacher: DrawnTeacher


class NullsTraining(StrictModel):
    """What else is tried."""

    widths: Annotated[list[Annotated[int, Field(ge=2)]], Field(min_length=1), Increasing] = Field(
        description="of students, beside the usual one"
    )
    penalty: Annotated[float, Field(ge=0)] = Field(description="in place of the usual one")


class NullsExperiment(StrictModel):
    """The usual student beside others, and labels that teach nothing."""

    generate: NullsTeacher
    train: NullsTraining


class NullsTheme(StrictModel):
    """The theme's experiments."""

    nulls: NullsExperiment


def collect(plan: Collector, settings: NullsTheme) -> None:
    """Add the jobs of this theme."""
    teacher, others = settings.nulls.generate.teacher, settings.nulls.train
    usual = plan.students.training
    description, usual_cell = described(teacher), f"relu-{teacher.cell}"
    like = ("law", usual_cell)  # the same teachers and, at equal width, first weights
    rounds = [plan.pruned_before(usual_cell).rounds]
    cells = [{"student": "usual", "width": usual.width}]
    for width in others.widths:
        made = plan.pruned(NAME, f"width_{width}", description, like=like, width=width)
        rounds.append(made.rounds)
        cells.append({"student": f"width_{width}", "width": width})
    made = plan.pruned(NAME, "another_penalty", description, like=like, penalty=others.penalty)
    rounds.append(made.rounds)
    cells.append({"student": "another_penalty", "width": usual.width})
    left = {"world": "structured_nulls"}
    # where that is what is taken away, the null's labels are the teacher's own
    noise = left if plan.world("structured_nulls") == left else {"world": "shuffled_labels"}
    made = plan.pruned(
        NAME, "shuffled_labels", description, scored_on="learned", like=like, data=noise
    )
    rounds.append(made.rounds)
    cells.append({"student": "shuffled_labels", "width": usual.width})
    plan.evaluate(
        "nulls",
        {"rounds": rounds},
        {"cells": cells, "loss": plan.students.pruning.loss},
        render_params={
            "edges": teacher.arity * teacher.constituents,
            "penalty": others.penalty,
        },
    )
