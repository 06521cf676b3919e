"""What a job does, as a digest: jobs of equal work cost the same, whatever scale asks for them.

It holds the job's module, parameters and numerics mode, and the same of every job before it, since
a larger input makes the job longer. The root seed is left out: it changes numbers, not work.
"""

from collections.abc import Mapping

from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.plan import makers

_NO_WORK = {"root_seed"}


def works(jobs: Mapping[str, Job]) -> dict[str, str]:
    """Return the digest of each job's work by record path."""
    maker = makers(dict(jobs))
    found: dict[str, str] = {}

    def work(job: Job) -> str:
        if job.record_path not in found:
            deciding = {key: value for key, value in job.params.items() if key not in _NO_WORK}
            before = [work(maker[path]) for path in job.input_paths]
            content = [job.module, deciding, job.numerics, before]
            found[job.record_path] = digest(content)[:16]
        return found[job.record_path]

    for job in jobs.values():
        work(job)
    return found
