"""Names that people type: results, studies, rules, files; a mistyped one is told the nearest."""

import difflib
import os
import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import REQUEST, group_of, rule_of
from workflow_engine.provenance.plan import makers
from workflow_engine.validation.explanation import shown
from workflow_engine.validation.printable import printable

_RULE = re.compile(r"^\s*(?:rule|checkpoint)\s+(\w+)\s*:", re.MULTILINE)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a question after the nearest of the known names, or nothing."""
    close = difflib.get_close_matches(name, sorted(set(known)), n=1)
    return f" Did you mean {shown(close[0])}?" if close else ""


def result_ids(jobs: Mapping[str, Job]) -> dict[str, Job]:
    """Return the job that draws each result, by the result's id."""
    return {job.wildcards["result"]: job for job in jobs.values() if job.step == "render"}


def ids_on_request(jobs: Mapping[str, Job]) -> dict[str, Job]:
    """Return the job that makes each result on request, by the result's id."""
    asked = [job for job in jobs.values() if job.step == REQUEST]
    return {name: job for job in asked for name in job.params["results"]}


def files_of(result: str, jobs: Mapping[str, Job]) -> list[str]:
    """Return the files of a result and all that they were made from, with their records."""
    maker = makers(jobs)
    todo = [job for job in jobs.values() if job.wildcards.get("result") == result]
    found: dict[str, Job] = {}
    while todo:
        job = todo.pop()
        if job.record_path not in found:
            found[job.record_path] = job
            todo += [maker[path] for path in job.input_paths]
    outputs = [path for job in found.values() for path in job.outputs.values()]
    return sorted([*found, *outputs])


def objection(
    targets: Iterable[str], jobs: Mapping[str, Job], out: Path, rules: Path
) -> str | None:
    """Return a sentence on the first target that nothing makes, if there is one.

    Only where a known name is near: what else Snakemake may know is its own matter.

    Args:
        targets: words of Snakemake's command line.
        jobs: the plan.
        out: the output root, as rules write it.
        rules: the folder with the files of rules.
    """
    names = _rule_names(rules) | result_ids(jobs).keys() | {"all"}
    for job in jobs.values():
        names |= {job.study, group_of(job), rule_of(job)}
    files = {f"{out}/{path}" for path in makers(jobs)}
    for target in targets:
        path = os.path.normpath(target)
        if not target or target in names or path in files or Path(target).exists():
            continue
        below = path.startswith(f"{out}/") and not path.startswith(f"{out}/.")
        question = nearest(path, files) if below else ""
        if "/" not in target:
            question = nearest(target, names)
        if question:
            return f"There is no target {printable(target)}.{question}"
    return None


def _rule_names(rules: Path) -> set[str]:
    found: set[str] = set()
    for path in sorted(rules.glob("*.smk")):
        found.update(_RULE.findall(path.read_text(encoding="utf-8", errors="replace")))
    return found


def parameters_with(value: str, content: object, place: str = "") -> list[str]:
    """Return the keys, with dots, that have a value."""
    if isinstance(content, Mapping):
        return [
            found
            for key, inner in content.items()
            for found in parameters_with(value, inner, f"{place}.{key}" if place else str(key))
        ]
    if isinstance(content, Collection) and not isinstance(content, str | bytes):
        return [place] if value in content else []
    return [place] if content == value else []
