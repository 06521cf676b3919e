"""Build steps of a study without Snakemake, each job in a fork: ``... OUT STUDY SCALE STEP ...``.

Under an emulator, starting Python and importing torch takes half a minute; here both happen once.
It is started by its path, in a project and with that project's code on the path.
"""

import os
import sys
import traceback
from pathlib import Path

from workflow_engine.configuration.load import load
from workflow_engine.job_server.preparation import Preparation
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project


def build(out: Path, study: str, scale: str, steps: list[str]) -> None:
    """Run the jobs of these steps, each as soon as its inputs exist."""
    project = Project.find()
    preparation = Preparation(project)
    jobs = plan(load(project.params, {"scale": scale})).values()
    todo = [job for job in jobs if job.study == study and job.step in steps]
    while todo:
        ready = [j for j in todo if all((out / path).is_file() for path in j.input_paths)]
        if not ready:
            raise SystemExit(f"no job can start: {[job.name for job in todo]}")
        for job in ready:
            print(job.name, flush=True)
            preparation.prepare(job)
            if status := _forked(preparation, out, job):
                raise SystemExit(f"{job.name} ended with {status}")
            todo.remove(job)


def _forked(preparation: Preparation, out: Path, job: Job) -> int:
    process = os.fork()
    if process == 0:
        code = 1
        try:
            code = preparation.run(out, job)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


if __name__ == "__main__":
    build(Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:])
