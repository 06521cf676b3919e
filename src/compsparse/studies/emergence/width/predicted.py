"""Directions that each student would learn if they were decoupled: the assignment at its start."""

from compsparse.studies.emergence.starts.stored import Starts, read_starts
from compsparse.studies.emergence.width.families import Family
from compsparse.studies.emergence.width.greedy_assignment import Assignment, assign
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.steps import Inputs, single


def read_matching_starts(inputs: Inputs, families: list[Family]) -> Starts:
    """Read the ``starts`` of the students of all families."""
    path = single(inputs, "starts")
    starts = read_starts(path)
    family = families[0]
    runs, neurons, _ = starts.coordinates.shape
    needed = (family.runs, family.teacher.directions, family.widths[-1])
    if (runs, starts.directions) != needed[:2] or neurons < needed[2]:
        raise ArtifactError(
            path,
            f"The starts have {runs} runs, {starts.directions} directions and {neurons} neurons; "
            f"the students had {needed[0]}, {needed[1]} and up to {needed[2]}.",
        )
    return starts


def predicted(
    starts: Starts, family: Family, neurons: int, run: int, order: int, initial_strength: float
) -> Assignment:
    """Return the assignment of the first ``neurons`` of a run's start."""
    overlaps = starts.coordinates[run, :neurons, : starts.directions]
    return assign(order, family.teacher.amplitudes, overlaps, initial_strength)
