"""Why results may not be published: no record vouches for them, or git does not hold them."""

from collections.abc import Mapping

from compsparse.verdicts.vouched import claims_files
from workflow_engine.provenance.git_head import RESULTS, Departure, GitError, departures, head
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.vouching import Vouching

_THEN = "commit the results, then `compsparse docs`"


def refusals(project: Project, vouching: Vouching) -> list[str]:
    """Return why results may not be published: one sentence for each study that has a reason.

    Every planned file must be vouched for and every record, table, metric and verdict must be as
    in the last commit, also those that only stand in the root of all records.
    """
    try:
        unlike = {
            departure.path: departure
            for departure in departures(project.root, head(project.root), (RESULTS,))
        }
    except GitError as error:
        return [f"{error}. What is published is held against a commit: work in a clone."]
    studies = dict.fromkeys(job.study for job in vouching.judgment.jobs.values())
    reasons = [
        _not_vouched(study, vouching) or _not_committed(study, vouching, unlike)
        for study in sorted(studies)
    ]
    return [reason for reason in reasons if reason]


def _not_vouched(study: str, vouching: Vouching) -> str:
    # verdicts first: a study whose verdicts do not hold is known by them
    verdicts = claims_files(vouching.planned).values()
    jobs = vouching.judgment.jobs.values()
    paths = [
        p for j in jobs if j.study == study and not is_on_request(j) for p in j.outputs.values()
    ]
    for path in sorted(paths, key=lambda path: (path not in verdicts, path)):
        if objection := vouching.objection(path):
            return (
                f"{RESULTS}/{path}: no record vouches for it ({objection}): run `snakemake`, "
                f"{_THEN}."
            )
    return ""


def _not_committed(study: str, vouching: Vouching, unlike: Mapping[str, Departure]) -> str:
    planned = sorted({*vouching.planned, *vouching.judgment.jobs})
    found = [
        unlike[place]
        for place in (f"{RESULTS}/{path}" for path in planned if path.split("/")[0] == study)
        if place in unlike
    ]
    if not found:
        return ""
    others = f", and {len(found) - 1} more" if len(found) > 1 else ""
    return (
        f"{found[0].path} {found[0]} (git's HEAD{others}): if a run of yours made it, {_THEN}; if "
        f"not, `git checkout HEAD -- {RESULTS}/{study}` brings back what is committed."
    )
