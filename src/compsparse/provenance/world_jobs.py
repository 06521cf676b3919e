"""The job that tries a study's claims in other worlds, as the plan has it.

What it does stands in ``worlds``, which is named here only, as the steps of studies are.
"""

from collections.abc import Mapping, Sequence

from compsparse.artifacts.formats import format_module
from compsparse.configuration.worlds import worlds_file
from compsparse.provenance.canonical import digest
from compsparse.provenance.chains import behind
from compsparse.provenance.job import Job

STEP = "worlds"


def evaluations(jobs: Sequence[Job]) -> dict[str, Job]:
    """Return the jobs that leave metrics, by the metrics' file."""
    return {
        job.outputs["metrics"]: job
        for job in jobs
        if job.step == "evaluate" and "metrics" in job.outputs
    }


def worlds_jobs(
    study: str,
    scale: str,
    root_seed: int,
    worlds: Mapping[str, Sequence[Job]],
    assigned: str = "",
) -> list[Job]:
    """Return the one job that judges a study's claims in its worlds.

    No job where the study has no worlds, or where nothing is evaluated.

    Args:
        study: its name.
        scale: that of the run, and of the worlds.
        root_seed: likewise.
        worlds: the study's plan in every world.
        assigned: what was set for the run and holds in the worlds, as one text.
    """
    chains = {name: behind(evaluations(jobs), jobs) for name, jobs in worlds.items()}
    jobs = [job for chain in chains.values() for job in chain]
    if not jobs:
        return []
    outputs = [path for job in jobs for path in job.outputs.values()]
    claims = f"workflow/claims/{study}.yaml"
    table = f"{study}/tables/worlds"
    return [
        Job(
            study=study,
            step=STEP,
            module="compsparse.worlds.try_worlds",
            wildcards={},
            params={
                "study": study,
                "scale": scale,
                "root_seed": root_seed,
                # as in a replication: digests of all that decides the bytes there apart from code
                "worlds": {
                    name: digest([job.as_json() for job in chain]) for name, chain in chains.items()
                },
                **({"set": assigned} if assigned else {}),
            },
            inputs={"metrics": f"{study}/metrics.json"},
            sources={path: path for job in jobs for path in job.sources.values()}
            | {"claims": claims, "worlds": worlds_file(study)},
            outputs={"table": f"{table}.csv", "svg": f"{table}.svg", "png": f"{table}.png"},
            runs=sorted({job.module for job in jobs} | {format_module(path) for path in outputs}),
        )
    ]
