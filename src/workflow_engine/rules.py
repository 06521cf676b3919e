"""The rules of all studies, taken from the plan: names, wildcards and patterns of file names.

The jobs of a step whose patterns are the same make one rule. A result's figure is a rule of its
own, called by the result's id, so that it can be asked for.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import is_on_request

_CALLED = "render"  # the step whose jobs are called by their result


@dataclass(frozen=True)
class Rule:
    """What tells one rule of the workflow from the others; paths lie below the output root.

    Attributes:
        name: by which it is called.
        study: whose jobs they are.
        step: of the jobs.
        outputs: patterns of the files, by the outputs' names; wildcards stand in braces.
        log: pattern of the logs.
        constraints: the values of each wildcard, as regular expressions.
        fixed: wildcards of the job that stand in no pattern, where the rule is for one job.
    """

    name: str
    study: str
    step: str
    outputs: Mapping[str, str]
    log: str
    constraints: Mapping[str, str]
    fixed: Mapping[str, str]


def rules(jobs: Iterable[Job]) -> list[Rule]:
    """Return the rules of all jobs that an ordinary run may ask for, in the order of the plan."""
    steps: dict[tuple[str, str], list[Job]] = {}
    for job in jobs:
        if not is_on_request(job):
            steps.setdefault((job.study, job.step), []).append(job)
    return [rule for of_step in steps.values() for rule in _of_step(of_step)]


def _of_step(jobs: list[Job]) -> Iterator[Rule]:
    study, step = jobs[0].study, jobs[0].step
    if step == _CALLED:
        for job in jobs:
            yield _of_one(job, job.wildcards["result"])
        return
    groups = list(_named_alike(jobs))
    for patterns, group in groups:
        name = f"{study}_{step}" if len(groups) == 1 else f"{study}_{step}_{'_'.join(patterns)}"
        if not group[0].wildcards:
            yield _of_one(group[0], name)
            continue
        log = [".logs", study, step, *(f"{{{wildcard}}}" for wildcard in group[0].wildcards)]
        constraints = _constraints(group, patterns.values())
        yield Rule(name, study, step, patterns, "/".join(log) + ".log", constraints, {})


def _constraints(jobs: list[Job], patterns: Collection[str]) -> dict[str, str]:
    """Return the values of each wildcard; where two stand side by side, the first looks ahead.

    Two steps may write to one folder. A rule that took a file of the other step, whose first value
    it has and whose second value, would be tried in vain, with lines of errors.
    """
    names = list(jobs[0].wildcards)
    values = {name: _any_of(job.wildcards[name] for job in jobs) for name in names}
    if len(names) == 2 and all(f"{{{names[0]}}}/{{{names[1]}}}." in text for text in patterns):
        first, second = names
        pairs: dict[str, list[str]] = {}
        for job in jobs:
            pairs.setdefault(job.wildcards[first], []).append(job.wildcards[second])
        values[first] = "|".join(
            rf"{re.escape(value)}(?=/(?:{_any_of(beside)})\.)" for value, beside in pairs.items()
        )
    return values


def _any_of(values: Iterable[str]) -> str:
    return "|".join(map(re.escape, dict.fromkeys(values)))


def _of_one(job: Job, name: str) -> Rule:
    log = "/".join([".logs", job.study, job.step, *job.wildcards.values()]) + ".log"
    return Rule(name, job.study, job.step, job.outputs, log, {}, job.wildcards)


def _named_alike(jobs: list[Job]) -> Iterator[tuple[dict[str, str], list[Job]]]:
    """Divide jobs into groups, each with the patterns that give the outputs of all its jobs."""
    groups: dict[tuple[tuple[str, str], ...], list[Job]] = {}
    for job in jobs:
        groups.setdefault(tuple((job.patterns or job.outputs).items()), []).append(job)
    for patterns, group in groups.items():
        yield dict(patterns), group
