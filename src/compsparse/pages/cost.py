"""What README says that its commands cost: what ``snakemake -n`` says in a fresh clone."""

from collections.abc import Collection, Mapping

from compsparse.claims.table import markdown_table
from workflow_engine.configuration.load import Configuration
from workflow_engine.costs.book import CostBook
from workflow_engine.costs.estimate import estimate
from workflow_engine.costs.sentences import caveats, minutes
from workflow_engine.provenance.chains import behind, predecessors, with_followers
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.kept_by_git import kept_by_git
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project

CORES = 2  # a laptop has them


def cost_block(project: Project, configuration: Configuration, result: str = "") -> str:
    """Return a table of three commands and what each costs in a clone without data.

    Args:
        project: the checkout.
        configuration: what params.yaml asks for.
        result: the id of the result that README shows first; it and its study have a row each,
            where the plan has it.
    """
    jobs = plan(configuration)
    book = CostBook.open(project, configuration, jobs)
    ordinary = {record: job for record, job in jobs.items() if not is_on_request(job)}
    lacking = not_in_git(ordinary, kept_by_git(project.root, project.root / configuration.out))
    everything = estimate(book, lacking, CORES)
    if not everything.measured:
        return "Costs have not been measured yet: `compsparse costs --write`."
    figures = sum(job.step == "render" for job in ordinary.values())
    wanted = {"make figures": (f"all {figures} results", lacking)}
    drawn = next((r for r, job in ordinary.items() if _draws(job, result)), None)
    if drawn is not None:
        study = ordinary[drawn].study
        of_study = [record for record in lacking if ordinary[record].study == study]
        outputs = ordinary[drawn].outputs.values()
        chain = {job.record_path for job in behind(outputs, list(ordinary.values()))}
        one = [record for record in lacking if record in chain]
        wanted[f"snakemake {study}"] = ("one study", of_study)
        wanted[f"snakemake {result}"] = ("the picture above", one)
    rows = []
    for command, (makes, records) in wanted.items():
        cost = estimate(book, records, CORES)
        rows.append([f"`{command}`", makes, minutes(cost.wall), f"{cost.memory:.0f}"])
    table = markdown_table(["command", "makes", "minutes", "memory, MB"], rows)
    measured = {book.machine(study) for study in configuration.studies}
    processors = sorted({machine.processor for machine in measured if machine is not None})
    left_out = "".join(f" {caveat[0].upper()}{caveat[1:]}." for caveat in caveats(everything))
    return (
        f"{table}\n\nMeasured on {CORES} cores ({', '.join(processors)}); `snakemake -n` estimates "
        f"a run on yours.{left_out}"
    )


def _draws(job: Job, result: str) -> bool:
    return job.step == "render" and job.wildcards.get("result") == result


def not_in_git(jobs: Mapping[str, Job], kept: Collection[str]) -> list[str]:
    """Return the jobs of which git lacks an output, or one of a job that they follow from."""
    known = frozenset(kept)
    lacking = [r for r, job in jobs.items() if not known.issuperset(job.outputs.values())]
    found = with_followers(lacking, predecessors(jobs))
    return [record for record in jobs if record in found]
