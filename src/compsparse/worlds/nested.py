"""Run a study's evaluations in a world: ``python -m compsparse.worlds.nested OUT STUDY WORLD``.

A process of its own, started by the step ``worlds``: it reads plans, whose modules are no code of
the step. It prints one JSON value, the outcome; all else goes to the stream of errors.
"""

import json
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compsparse.worlds.adoption import adopt, valid
from compsparse.worlds.errors import WorldsError
from workflow_engine.configuration.assignments import as_config
from workflow_engine.configuration.load import Configuration, load
from workflow_engine.nested_run import run_nested, world_root
from workflow_engine.provenance.chains import behind, touched
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import Judgment, changed_values, judge
from workflow_engine.provenance.lock import lock
from workflow_engine.provenance.on_request import evaluations, is_on_request, result_of
from workflow_engine.provenance.output_roots import root_configuration
from workflow_engine.provenance.own_files import require_own
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.root_mark import LOCK, check_root, write_mark
from workflow_engine.provenance.storage import told_in_words
from workflow_engine.reporting import reported

_LONGEST = 300  # characters of a reason


@dataclass(frozen=True)
class WorldPlan:
    """What a world touches of a study.

    Attributes:
        jobs: of the study in this world.
        changed: records of the jobs that may leave other bytes than in the run.
        evaluations: those among them that leave metrics, by the metrics' file.
    """

    jobs: list[Job]
    changed: frozenset[str]
    evaluations: dict[str, Job]

    @property
    def untouched(self) -> list[str]:
        """Records of the jobs that the evaluations need and the run has made already."""
        needed = behind(self.evaluations, self.jobs)
        return [job.record_path for job in needed if job.record_path not in self.changed]


def world_plan(
    name: str, base: Sequence[Job], there: Sequence[Job], left_out: Collection[str] = ()
) -> WorldPlan:
    """Hold a study's plan in a world against that of the run.

    Raises:
        WorldsError: the world touches no evaluation, leaves out what it does not touch, or
            evaluates otherwise than the run.
    """
    changed = touched(base, there)
    found = {p: job for p, job in evaluations(there).items() if job.record_path in changed}
    results = {result_of(path) for path in found}
    for result in left_out:
        if result not in results:
            raise WorldsError(
                f"The world {name} leaves out {result!r}, which it does not touch. Allowed: "
                f"{', '.join(sorted(results))}. Take it out of `leaves_out`."
            )
    found = {path: job for path, job in found.items() if result_of(path) not in left_out}
    if not found:
        raise WorldsError(
            f"The world {name} touches no evaluation, so nothing could fail in it. Let the study's "
            f"plan hand `world` to the generate or train jobs of what it takes away."
        )
    originals = evaluations(base)
    for path, job in found.items():
        was = originals.get(path)
        if was is None:
            continue  # no claim of the run is about it
        differences = [place for place, _, _ in changed_values(was.params, job.params)]
        differences += ["module"] if was.module != job.module else []
        if differences:
            raise WorldsError(
                f"The world {name} evaluates {path} otherwise than the run: {differences[0]} "
                "differs among the parameters of `evaluate`. A world acts through generate and "
                "train alone, or its verdicts are about another measurement. Take what decides "
                "this value out of the world's `set`, or make it a parameter of another step."
            )
    return WorldPlan(list(there), frozenset(changed), found)


def main(out: Path, study: str, world: str) -> int:
    """Run a study in a world; print ``{metrics' file: reason or null}``."""
    project = Project.find()
    with told_in_words(f"the world {world} of {study}"):
        found = run_world(project, out, study, world)
    print(json.dumps(found))
    return 0


def run_world(project: Project, out: Path, study: str, world: str) -> dict[str, str | None]:
    """Run a study's evaluations in a world; return why a touched one is missing.

    Raises:
        WorldsError: see ``world_plan``; a run that ended for another reason than its jobs.
    """
    configuration = root_configuration(project, out.resolve())
    base_jobs = plan(configuration)
    digests = Digests(project)
    chosen = configuration.worlds[study][world]
    there = load(project.params, _overrides(configuration, out, study, world, chosen.assigned))
    jobs = plan(there)
    base = _of_study(study, base_jobs)
    planned = world_plan(world, base, _of_study(study, jobs), chosen.left_out)
    here, root = project.root / out, project.root / there.out
    judgment = judge(here, project.root, base_jobs, digests, Hashes(project.hash_memory))
    _prepare(there, root, jobs)
    with lock(root / LOCK, str(there.out)):
        adopted = adopt(judgment, here, root, planned.untouched)
    _say(f"{study} in the world {world}: {adopted} jobs are those of the run.")
    started = time.time()
    code = _snakemake(project, there, planned)
    after = judge(root, project.root, jobs, digests, Hashes())
    found = outcome(root, planned, after, started)
    if code and all(reason is None for reason in found.values()):
        raise WorldsError(
            f"{study} in the world {world}: snakemake ended with {code}, although every "
            "evaluation is there; the reason stands above. Cure it and start again."
        )
    return found


def outcome(
    root: Path, planned: WorldPlan, judgment: Judgment, started: float
) -> dict[str, str | None]:
    """Return for each touched metrics file None, or why it could not be made.

    Raises:
        WorldsError: it is missing for no reason that a job gave.
    """
    good = valid(judgment)
    found: dict[str, str | None] = {}
    for path, job in planned.evaluations.items():
        found[path] = None
        if job.record_path not in good:
            found[path] = _reason(root, path, behind([path], planned.jobs), good, started)
    return found


def _reason(root: Path, path: str, chain: Sequence[Job], good: set[str], started: float) -> str:
    made = {output for job in chain if job.record_path in good for output in job.outputs.values()}
    for job in chain:
        log = root / log_path(job)
        first = job.record_path not in good and made.issuperset(job.input_paths)
        # an older log is that of an earlier run
        if first and log.is_file() and log.stat().st_mtime >= started - 1:
            return f"{job.name}: {_last_line(log)}"
    raise WorldsError(
        f"{root / path} is missing, and no job says why: the run was broken off. The reason stands "
        "above. Cure it and start again; what was finished is kept."
    )


def log_path(job: Job) -> str:
    """Return where the rule of a job writes its log, relative to the output root."""
    return "/".join([".logs", job.study, job.step, *job.wildcards.values()]) + ".log"


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    text = next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")
    return "".join(c if c.isprintable() else " " for c in text)[:_LONGEST]


def _of_study(study: str, jobs: Mapping[str, Job]) -> list[Job]:
    return [job for job in jobs.values() if job.study == study and not is_on_request(job)]


def _overrides(
    configuration: Configuration, out: Path, study: str, name: str, assigned: dict[str, Any]
) -> dict[str, Any]:
    return {
        "scale": configuration.scale,
        "root_seed": configuration.root_seed,
        "out": str(world_root(out, configuration.scale, study, name)),
        "set": assigned,
    }


def _prepare(there: Configuration, root: Path, jobs: Mapping[str, Job]) -> None:
    """Make a world's output root, as the first run there would."""
    require_own(root, jobs.values())
    asked = {"scale": there.scale, "root_seed": there.root_seed, "set": there.assigned}
    check_root(root, str(there.out), asked)
    root.mkdir(parents=True, exist_ok=True)
    write_mark(root, asked)


def _snakemake(project: Project, there: Configuration, planned: WorldPlan) -> int:
    return run_nested(
        there.out,
        planned.evaluations,
        there.scale,
        there.root_seed,
        as_config(there.assigned),
        ["--keep-going"],
        project.root,
    )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(reported(lambda: main(Path(sys.argv[1]), *sys.argv[2:])))
