"""A copy of this repository's own workflow, to build at smoke scale, or to take for built."""

import shutil
from hashlib import sha256
from pathlib import Path

from tests.workflow.project import REPOSITORY, ToyProject
from workflow_engine.configuration.load import load
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import assemble_jobs, is_on_request
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record
from workflow_engine.provenance.root_mark import write_mark

PARTS = (
    "Snakefile",
    "params.yaml",
    "constraints.txt",
    "dvc.yaml",
    "profiles",
    "workflow",
    "src",
)
SMOKE = ("--config", "scale=smoke")
OUT = "results/.scratch/smoke"


def checkout(folder: Path) -> ToyProject:
    """Copy the house without any result."""
    folder.mkdir(parents=True)
    for name in PARTS:
        source = REPOSITORY / name
        if source.is_dir():
            ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
            shutil.copytree(source, folder / name, ignore=ignore)
        else:
            shutil.copy(source, folder / name)
    return ToyProject(folder)


def vouched(folder: Path) -> ToyProject:
    """Copy the house with all results of a run at smoke scale in name only.

    Every planned file is there with a line of text, and a record vouches for it: all that decides
    what an edit reruns. Nothing is trained.
    """
    house = checkout(folder)
    project, out = Project(house.root), house.root / OUT
    configuration = load(project.params, {"scale": "smoke"})
    planned = [job for job in plan(configuration).values() if not is_on_request(job)]
    jobs = [*planned, *assemble_jobs(planned, ()).values()]
    digests = Digests(project)
    for job in jobs:
        for path in job.outputs.values():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_text(f"{path}\n")
    for job in jobs:
        record = out / job.record_path
        record.parent.mkdir(parents=True, exist_ok=True)
        record.write_text(_record(job, digests, project.root, out).text())
    asked = {"scale": configuration.scale, "root_seed": configuration.root_seed}
    write_mark(out, asked)
    return house


def _record(job: Job, digests: Digests, root: Path, out: Path) -> Record:
    """Return a job's record over the files as they are."""

    def hashes(folder: Path, paths: list[str]) -> dict[str, str]:
        return {path: sha256((folder / path).read_bytes()).hexdigest() for path in paths}

    code, environment = digests.code_and_environment(job)
    return Record(
        job=job,
        code=code,
        environment=environment,
        inputs=hashes(out, job.input_paths),
        sources={path: str(Hashes().of_source(root, path)) for path in job.sources.values()},
        outputs=hashes(out, list(job.outputs.values())),
    )


def edited(built: ToyProject, folder: Path, study: str, old: str, new: str) -> ToyProject:
    """Return a copy of a built house with an edit of what a study has at another scale."""
    project = ToyProject(folder)
    shutil.copytree(built.root, project.root)
    project.edit(f"workflow/scales/{study}.yaml", old, new)
    return project
