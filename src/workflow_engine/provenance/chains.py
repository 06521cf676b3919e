"""Chains of jobs: what a file depends on, and what a change of some jobs touches."""

from collections.abc import Iterable, Sequence

from workflow_engine.provenance.job import Job


def behind(paths: Iterable[str], jobs: Sequence[Job]) -> list[Job]:
    """Return the jobs that some files depend on, in the order of the plan."""
    maker = {output: job for job in jobs for output in job.outputs.values()}
    found: set[str] = set()
    todo = list(paths)
    while todo:
        job = maker.get(todo.pop())
        if job is not None and job.record_path not in found:
            found.add(job.record_path)
            todo += job.input_paths
    return [job for job in jobs if job.record_path in found]


def touched(before: Sequence[Job], after: Sequence[Job]) -> set[str]:
    """Return the records of the jobs of ``after`` that may leave other bytes than in ``before``.

    They are those that differ or are new, and all that follow from them.
    """
    known = {job.record_path: job.to_json() for job in before}
    found = {job.record_path for job in after if known.get(job.record_path) != job.to_json()}
    users: dict[str, list[Job]] = {}
    for job in after:
        for path in job.input_paths:
            users.setdefault(path, []).append(job)
    todo = [job for job in after if job.record_path in found]
    while todo:
        for path in todo.pop().outputs.values():
            for user in users.get(path, ()):
                if user.record_path not in found:
                    found.add(user.record_path)
                    todo.append(user)
    return found
