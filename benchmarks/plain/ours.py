"""Make a result from nothing in this process: ``python -m benchmarks.plain.ours STUDY``.

All jobs of the plan behind its metrics, one after the other, in a temporary folder. Prints JSON:
``numbers``, the metrics with their intervals, and ``training``, CPU seconds of the jobs that train.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.plain.results import RESULTS
from workflow_engine.configuration.load import load
from workflow_engine.provenance.chains import behind
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.runner import run_job


def make(study: str, out: Path) -> dict[str, object]:
    """Run the jobs, and read what they measured."""
    project, result = Project.find(), RESULTS[study]
    asked = {"set": f"studies=[{study}] {result.assigned}"}  # the plan of no other study
    jobs = list(plan(load(project.params, asked, worlds=False), study=study).values())
    metrics = f"{study}/tables/{result.name}.metrics.json"
    training, digests = 0.0, Digests(project)
    for job in behind([metrics], jobs):
        start = time.process_time()
        digests = digests.renewed(job)
        run_job(project, out, job, digests)
        training += (time.process_time() - start) * (job.step == "train")
    measured = json.loads((out / metrics).read_text())
    return {"numbers": measured, "training": training}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="compsparse-bench-") as folder:
        print(json.dumps(make(sys.argv[1], Path(folder))))
