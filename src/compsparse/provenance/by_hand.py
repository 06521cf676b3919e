"""Find one planned job from words on a command line."""

from pathlib import Path

from compsparse.provenance.audit import ROOT_MARK, root_configuration
from compsparse.provenance.job import Job
from compsparse.provenance.plan import plan
from compsparse.provenance.project import Project
from compsparse.provenance.runner import StepError


def planned_job(
    project: Project, study: str | None, step: str | None, wildcards: list[str], out: Path
) -> Job:
    """Return the job of ``study`` and ``step`` whose wildcards are ``name=value`` words.

    Raises:
        StepError: there is no such job; the message lists what there is.
    """
    folder = out.resolve()
    if folder != project.results.resolve() and not (folder / ROOT_MARK).is_file():
        raise StepError(f"{out} is no output root; make it with snakemake --config out={out}.")
    jobs = list(plan(root_configuration(project, folder)).values())
    asked = dict(word.partition("=")[::2] for word in wildcards)
    fitting = [j for j in jobs if (j.study, j.step, j.wildcards) == (study, step, asked)]
    if fitting:
        return fitting[0]
    near = [j for j in jobs if j.study == study and step in (None, j.step)] or jobs
    listed = "\n".join(
        f"  {j.study} {j.step} " + " ".join(f"{k}={v}" for k, v in j.wildcards.items())
        for j in near
    )
    raise StepError(f"There is no such job. The configuration has:\n{listed}")
