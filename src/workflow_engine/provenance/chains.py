"""Chains of jobs: what a file depends on, and what a change of some jobs touches."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from workflow_engine.provenance.job import Job


def behind(paths: Iterable[str], jobs: Sequence[Job]) -> list[Job]:
    """Return the jobs that some files depend on, in the order of the plan."""
    maker = {path: place for place, job in enumerate(jobs) for path in job.outputs.values()}
    found: set[int] = set()
    todo = list(paths)
    while todo:
        place = maker.get(todo.pop())
        if place is not None and place not in found:
            found.add(place)
            todo += jobs[place].input_paths
    return [jobs[place] for place in sorted(found)]


def predecessors(jobs: Mapping[str, Job]) -> dict[str, frozenset[str]]:
    """Return the records of the jobs whose files each job reads, by its own; jobs are by theirs."""
    maker = {path: record for record, job in jobs.items() for path in job.outputs.values()}
    return {
        record: frozenset(maker[path] for path in job.input_paths if path in maker)
        for record, job in jobs.items()
    }


def with_followers(records: Iterable[str], before: Mapping[str, Collection[str]]) -> frozenset[str]:
    """Return the records of some jobs and of all that follow from them; see ``predecessors``."""
    known = dict.fromkeys(records, True)

    def follows(record: str) -> bool:
        if record not in known:
            known[record] = any(map(follows, before[record]))
        return known[record]

    return frozenset(filter(follows, before))


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
