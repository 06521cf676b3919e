"""The jobs that are done on request alone, as the plan has them.

They do a study again, at other root seeds and in its worlds, or make an experiment that no ordinary
run makes. What they do stands in ``replication``, ``worlds`` and ``requested``, which are named
here only, as the steps of studies are.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from types import MappingProxyType

from workflow_engine.artifacts.formats import format_module
from workflow_engine.configuration.worlds import worlds_file
from workflow_engine.house import package
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.chains import behind
from workflow_engine.provenance.job import Job

REPLICATE, WORLDS, REQUEST = "replicate", "worlds", "request"


def is_on_request(job: Job) -> bool:
    """Say whether a job is done only when its own target is asked for, never by default."""
    return job.on_request or job.step == REQUEST


def rule_of(job: Job) -> str:
    """Return the name of the rule that makes a job, where it is the only one of that rule."""
    return "_".join([job.study, *(job.wildcards.values() if job.step == REQUEST else [job.step])])


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


def replicate_jobs(run: Run, repeated: Mapping[int, Sequence[Job]]) -> list[Job]:
    """Return the one job that compares a study's verdicts with those at other root seeds.

    No job where no other seed is asked for, or where the study judges no claims.

    Args:
        run: the run that is repeated.
        repeated: the study's plan at every other root seed.
    """
    claims = f"{run.study}/claims.json"
    chains = {str(seed): behind([claims], jobs) for seed, jobs in repeated.items()}
    tables = f"{run.study}/tables"
    return _job(
        run,
        chains,
        Job(
            study=run.study,
            step=REPLICATE,
            module=f"{package()}.replication.replicate",
            wildcards={},
            params={"repeated": _digests(chains)},
            inputs={"claims": claims},
            outputs={"table": f"{tables}/replication.csv", "pooled": f"{tables}/pooled.json"},
        ),
    )


def worlds_jobs(
    run: Run,
    worlds: Mapping[str, Sequence[Job]],
    left_out: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> list[Job]:
    """Return the one job that judges a study's claims in its worlds.

    No job where the study has no worlds, or where nothing is evaluated.

    Args:
        run: the run that worlds are held against.
        worlds: the study's plan in every world.
        left_out: results that are not evaluated, by world.
    """
    chains = {
        name: behind(evaluations(jobs, left_out.get(name, ())), jobs)
        for name, jobs in worlds.items()
    }
    table = f"{run.study}/tables/worlds"
    return _job(
        run,
        chains,
        Job(
            study=run.study,
            step=WORLDS,
            module=f"{package()}.worlds.try_worlds",
            wildcards={},
            params={"worlds": _digests(chains)},
            inputs={"metrics": f"{run.study}/metrics.json"},
            outputs={"table": f"{table}.csv", "svg": f"{table}.svg", "png": f"{table}.png"},
            sources={
                "claims": f"workflow/claims/{run.study}.yaml",
                "worlds": worlds_file(run.study),
            },
        ),
    )


def requested_jobs(
    run: Run, ordinary: Sequence[Job], experiments: Mapping[str, Sequence[Job]]
) -> list[Job]:
    """Return a job for each experiment on request: its tables, pictures and verdicts.

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
                "experiment": name,
                "results": results,
                **_digests({"made_by": behind(wanted, jobs)}),
            },
            outputs=outputs | {"claims": f"{tables}/{name}.claims.json"},
            sources={"claims": f"workflow/claims/{run.study}.yaml"},
        )
        chain = [_at_home(job) for job in behind(wanted, jobs)]
        found += _job(run, {name: chain}, job)
    return found


def _at_home(job: Job) -> Job:
    """Return a job without its sources from outside of the project, which no record can name.

    They stand as ``<name of a parameter>/file``; the step that reads one holds it against a digest.
    """
    at_home = {name: path for name, path in job.sources.items() if not path.startswith("<")}
    return replace(job, sources=at_home)


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


def _digests(chains: Mapping[str, Sequence[Job]]) -> dict[str, str]:
    # of all that decides the bytes there apart from code: the edit of any parameter makes the
    # comparison stale
    return {name: digest([job.as_json() for job in chain]) for name, chain in chains.items()}


def _job(run: Run, chains: Mapping[str, Sequence[Job]], job: Job) -> list[Job]:
    """Add to a job what holds for all that is done again: the run, and the code and sources."""
    jobs = [job for chain in chains.values() for job in chain]
    if not jobs:
        return []
    params = {"study": run.study, "scale": run.scale, "root_seed": run.root_seed, **job.params}
    if run.assigned:
        params["set"] = run.assigned
    outputs = [path for job in jobs for path in job.outputs.values()]
    return [
        replace(
            job,
            params=params,
            sources={path: path for job in jobs for path in job.sources.values()} | job.sources,
            runs=sorted({job.module for job in jobs} | {format_module(path) for path in outputs}),
        )
    ]
