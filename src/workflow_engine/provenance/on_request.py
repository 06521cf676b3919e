"""The jobs that are done on request alone, as the plan has them.

Each does a study again, at another root seed or in one of its worlds, or makes an experiment that
no ordinary run makes. What they do stands in ``replication``, ``worlds`` and ``requested``, which
are named here only, as the steps of studies are.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from types import MappingProxyType

from workflow_engine.artifacts.formats import format_module
from workflow_engine.configuration.worlds import IDENTITY, worlds_file
from workflow_engine.house import package
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.chains import behind
from workflow_engine.provenance.job import Job, Paths

REPLICATE, WORLDS, REQUEST = "replicate", "worlds", "request"
HOLD_OUT = "hold_out"
JUDGE, ASSEMBLE = "judge", "assemble"


def is_on_request(job: Job) -> bool:
    """Say whether a job is done only when its own target is asked for, never by default."""
    return job.on_request or job.step == REQUEST


def rule_of(job: Job) -> str:
    """Return the name of the rule that makes a job, where it is the only one of that rule."""
    step = [] if job.step == REQUEST else [job.step]
    return "_".join([job.study, *step, *job.wildcards.values()])


def group_of(job: Job) -> str:
    """Return the name that asks for all jobs of a study's step, such as ``factorial_worlds``."""
    return f"{job.study}_{job.step}"


def groups(jobs: Iterable[Job]) -> dict[str, list[Job]]:
    """Return the jobs of each study's step on request, and the verdicts that follow, by group."""
    found: dict[str, list[Job]] = {}
    last: dict[str, list[Job]] = {}
    for job in jobs:
        if is_on_request(job):
            found.setdefault(group_of(job), []).append(job)
        elif job.step == ASSEMBLE:
            last[job.study] = [job]
    return {group: [*made, *last.get(made[0].study, [])] for group, made in found.items()}


@dataclass(frozen=True)
class Run:
    """What is done again.

    Attributes:
        study: its name.
        scale: that of the run, and of all that is done again.
        root_seed: that of the run.
        assigned: what was set for the run and holds for all that is done again, as one text.
    """

    study: str
    scale: str
    root_seed: int
    assigned: str = ""


def replicate_jobs(
    run: Run, repeated: Mapping[int, Sequence[Job]], hold_out: int | None = None
) -> list[Job]:
    """Return for each other root seed the job that measures a study's results there.

    No job where nothing is measured.

    Args:
        run: the run that is repeated.
        repeated: the study's plan at every other root seed.
        hold_out: the root seed that decides nothing, if there is one.
    """
    found: list[Job] = []
    for seed, jobs in repeated.items():
        files = sorted(evaluations(jobs))
        folder = HOLD_OUT if seed == hold_out else "replication"
        job = Job(
            study=run.study,
            step=REPLICATE,
            module=f"{package()}.replication.replicate",
            wildcards={"root_seed": str(seed)},
            params={"root_seed": seed, "files": files},
            outputs={"metrics": f"{run.study}/tables/{folder}/{seed}.json"},
        )
        found += _job(run, behind(files, jobs), job)
    return found


def worlds_jobs(
    run: Run,
    ordinary: Sequence[Job],
    worlds: Mapping[str, Sequence[Job]],
    left_out: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> list[Job]:
    """Return for each world of a study the job that measures its results there.

    No job where nothing is evaluated. All follow from the world that changes nothing, which is held
    against the run.

    Args:
        run: the run that worlds are held against.
        ordinary: the study's plan.
        worlds: the study's plan in every world.
        left_out: results that are not evaluated, by world.
    """
    found: list[Job] = []
    for world, jobs in worlds.items():
        unmeasured = left_out.get(world, ())
        inputs: dict[str, Paths] = {"identity": _in_world(run, IDENTITY)}
        if world == IDENTITY:
            inputs = {"metrics": list(evaluations(ordinary))}
        job = Job(
            study=run.study,
            step=WORLDS,
            module=f"{package()}.worlds.try_world",
            wildcards={"world": world},
            params={"root_seed": run.root_seed, "world": world, "left_out": sorted(unmeasured)},
            inputs=inputs,
            outputs={"metrics": _in_world(run, world)},
        )
        found += _job(run, behind(evaluations(jobs, unmeasured), jobs), job)
    return found


def _in_world(run: Run, world: str) -> str:
    return f"{run.study}/tables/worlds/{world}.json"


def requested_jobs(
    run: Run, ordinary: Sequence[Job], experiments: Mapping[str, Sequence[Job]]
) -> list[Job]:
    """Return a job for each experiment on request: its tables, pictures and measurements.

    Args:
        run: the run that it belongs to.
        ordinary: the study's plan.
        experiments: the study's plan with each of them.
    """
    known = {job.record_path for job in ordinary}
    found: list[Job] = []
    for name, jobs in experiments.items():
        new = {job.record_path: job for job in jobs if job.record_path not in known}
        evaluated = evaluations(list(new.values()))
        drawn = [job for job in new.values() if job.step == "render"]
        wanted = [*evaluated, *(path for job in drawn for path in job.outputs.values())]
        results = sorted(result_of(path) for path in evaluated)
        tables = f"{run.study}/tables"
        outputs = {
            f"{kind}_{result}": f"{tables}/{result}.{kind}"
            for result in results
            for kind in ("csv", "svg", "png")
        }
        job = Job(
            study=run.study,
            step=REQUEST,
            module=f"{package()}.requested.fulfil_request",
            wildcards={"experiment": name},
            params={
                "root_seed": run.root_seed,
                "experiment": name,
                "results": results,
            },
            outputs=outputs | {"metrics": f"{tables}/{name}.json"},
        )
        found += _job(run, behind(wanted, jobs), job)
    return found


def assemble_jobs(jobs: Iterable[Job], held: Collection[str]) -> dict[str, Job]:
    """Return for each judged study the job that makes its official verdicts, by its record.

    What it reads depends on what is there, so it stands in no plan: the run's metrics, and those
    of jobs on request as far as they hold.

    Args:
        jobs: the plan.
        held: records of the jobs on request that hold, or will.
    """
    found = {}
    by_study: dict[str, list[Job]] = {}
    for job in jobs:
        by_study.setdefault(job.study, []).append(job)
    for study, of_study in by_study.items():
        judging = next((j for j in of_study if j.step == JUDGE and "claims" in j.sources), None)
        if judging is None:
            continue
        inputs: dict[str, Paths] = {"metrics": judging.inputs["metrics"]}
        sources = {"claims": judging.sources["claims"]}
        for step in (REPLICATE, HOLD_OUT, WORLDS, REQUEST):
            of_step = [job for job in of_study if _read_as(job) == step]
            there = [job for job in of_step if job.record_path in held]
            # some root seeds alone decide nothing: whoever takes one away would choose
            if there and (step != REPLICATE or there == of_step):
                inputs[step] = [job.outputs["metrics"] for job in there]
        if WORLDS in inputs:
            sources["expected"] = worlds_file(study)
        job = replace(
            judging,
            step=ASSEMBLE,
            module=f"{package()}.verdicts.assemble",
            inputs=inputs,
            sources=sources,
            outputs={"claims": f"{study}/claims.json"},
            patterns={},
        )
        found[job.record_path] = job
    return found


def _read_as(job: Job) -> str:
    """Return the name by which what a job measured is an input of the official verdicts."""
    hold_out = job.step == REPLICATE and f"/{HOLD_OUT}/" in job.outputs["metrics"]
    return HOLD_OUT if hold_out else job.step


def evaluations(jobs: Sequence[Job], left_out: Collection[str] = ()) -> dict[str, Job]:
    """Return the jobs that leave metrics, by the metrics' file, but for some results."""
    return {
        job.outputs["metrics"]: job
        for job in jobs
        if job.step == "evaluate" and "metrics" in job.outputs
        if result_of(job.outputs["metrics"]) not in left_out
    }


def result_of(metrics: str) -> str:
    """Return the id of the result that a file of metrics is about."""
    return PurePosixPath(metrics).name.partition(".")[0]


def _job(run: Run, chain: Sequence[Job], job: Job) -> list[Job]:
    """Add to a job what holds for all that is done again: the run, and all that decides its bytes.

    Args:
        run: see above.
        chain: the jobs that are done again.
        job: that has them done.
    """
    if not chain:
        return []
    # the edit of any parameter there makes it stale
    made_by = digest([again.as_json() for again in chain])
    params = {"study": run.study, "scale": run.scale, **job.params, "made_by": made_by}
    if run.assigned:
        params["set"] = run.assigned
    outputs = [path for again in chain for path in again.outputs.values()]
    # no record can name <a parameter>/file, from outside of the project; the step that reads it
    # holds it against a digest
    read = {path for again in chain for path in again.sources.values() if not path.startswith("<")}
    sources = {path: path for path in sorted(read)}
    modules = {again.module for again in chain} | set(map(format_module, outputs))
    return [replace(job, params=params, sources=sources | job.sources, runs=sorted(modules))]
