"""Build all planned jobs one after another in this process: ``... OUT OVERRIDES``.

No Snakemake, no DVC, no job server, no file times: what the oracle of the soak takes for the truth.
It is started by its path, in a project and with that project's code on the path.
"""

import json
import sys
from pathlib import Path

from workflow_engine.configuration.load import load
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.runner import run_job


def build(out: Path, overrides: dict[str, object]) -> None:
    """Run every job as soon as its inputs exist."""
    project = Project.find()
    todo = list(plan(load(project.params, overrides)).values())
    while todo:
        ready = [j for j in todo if all((out / path).is_file() for path in j.input_paths)]
        if not ready:
            raise SystemExit(f"no job can start: {[j.name for j in todo]}")
        for job in ready:
            run_job(project, out, job)
            todo.remove(job)


if __name__ == "__main__":
    build(Path(sys.argv[1]), json.loads(sys.argv[2]))
