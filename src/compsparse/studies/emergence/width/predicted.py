"""What each student would learn if directions were decoupled: the assignment from its start."""

from compsparse.studies.emergence.starts.stored import Starts, read_starts
from compsparse.studies.emergence.width.families import Family
from compsparse.studies.emergence.width.greedy_assignment import Assignment, assign
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.steps import Inputs, Params, single


def read_matching_starts(inputs: Inputs, families: list[Family]) -> Starts:
    """Read the ``starts`` that the students of all families began with."""
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


def predicted(starts: Starts, family: Family, neurons: int, run: int, params: Params) -> Assignment:
    """Return the assignment of the first ``neurons`` of a run's start."""
    return assign(
        params["order"],
        family.teacher.amplitudes,
        starts.coordinates[run, :neurons, : starts.directions],
        float(params["initial_strength"]),
    )
