"""Find one planned job from words on a command line."""

from pathlib import Path

from workflow_engine.provenance.job import Job
from workflow_engine.provenance.names import nearest
from workflow_engine.provenance.on_request import assemble_jobs
from workflow_engine.provenance.output_roots import root_configuration
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.root_mark import ROOT_MARK
from workflow_engine.provenance.runner import StepError


def planned_job(
    project: Project, study: str | None, step: str | None, wildcards: list[str], out: Path
) -> Job:
    """Return the job of ``study`` and ``step`` whose wildcards are ``name=value`` words.

    Raises:
        StepError: a word is not of that form, or a name stands twice; or there is no such job,
            and the message lists what there is.
    """
    asked = _values(wildcards)
    folder = out.resolve()
    if folder != project.results.resolve() and not (folder / ROOT_MARK).is_file():
        raise StepError(f"{out} is no output root; make it with snakemake --config out={out}.")
    planned = plan(root_configuration(project, folder), again=True)
    there = [name for name in planned if (folder / name).is_file()]
    jobs = [*planned.values(), *assemble_jobs(planned.values(), there).values()]
    fitting = [j for j in jobs if (j.study, j.step, j.wildcards) == (study, step, asked)]
    if fitting:
        return fitting[0]
    near = [j for j in jobs if j.study == study and step in (None, j.step)] or jobs
    listed = "\n".join(
        f"  {j.study} {j.step} " + " ".join(f"{k}={v}" for k, v in j.wildcards.items())
        for j in near
    )
    studies, steps = {j.study for j in jobs}, {j.step for j in jobs if j.study == study}
    known, asked_for = (steps, step) if study in studies else (studies, study)
    question = nearest(asked_for, known) if asked_for and asked_for not in known else ""
    raise StepError(f"There is no such job.{question} The configuration has:\n{listed}")


def _values(words: list[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for word in words:
        name, separator, value = word.partition("=")
        if not name or not separator:
            raise StepError(
                f"{word!r} is not of the form NAME=VALUE. Allowed after the step are its job's "
                "wildcards, such as size=16; compsparse run STUDY STEP lists those of the plan."
            )
        if name in values:
            raise StepError(
                f"{name!r} is given twice, with the values {values[name]!r} and {value!r}; one job "
                "is run at a time. Keep one."
            )
        values[name] = value
    return values
