"""The job that repeats a study at other root seeds, as the plan has it.

What it does stands in ``replication``, which is named here only, as the steps of studies are.
"""

from collections.abc import Mapping, Sequence

from compsparse.artifacts.formats import format_module
from compsparse.provenance.canonical import digest
from compsparse.provenance.chains import behind
from compsparse.provenance.job import Job

STEP = "replicate"


def replicate_jobs(
    study: str,
    scale: str,
    root_seed: int,
    repeated: Mapping[int, Sequence[Job]],
    assigned: str = "",
) -> list[Job]:
    """Return the one job that compares a study's verdicts with those at other root seeds.

    No job where no other seed is asked for, or where the study judges no claims.

    Args:
        study: its name.
        scale: that of the run, and of the repetitions.
        root_seed: that of the run.
        repeated: the study's plan at every other root seed.
        assigned: what was set for the run and holds for the repetitions, as one text.
    """
    claims = f"{study}/claims.json"
    chains = {seed: behind([claims], jobs) for seed, jobs in repeated.items()}
    jobs = [job for chain in chains.values() for job in chain]
    if not jobs:
        return []
    outputs = [path for job in jobs for path in job.outputs.values()]
    return [
        Job(
            study=study,
            step=STEP,
            module="compsparse.replication.replicate",
            wildcards={},
            params={
                "study": study,
                "scale": scale,
                "root_seed": root_seed,
                # digests of all that decides the repetitions' bytes apart from code: the edit of
                # any parameter makes the comparison stale
                "repeated": {
                    str(seed): digest([job.as_json() for job in chain])
                    for seed, chain in chains.items()
                },
                **({"set": assigned} if assigned else {}),
            },
            inputs={"claims": claims},
            sources={path: path for job in jobs for path in job.sources.values()},
            outputs={
                "table": f"{study}/tables/replication.csv",
                "pooled": f"{study}/tables/pooled.json",
            },
            runs=sorted({job.module for job in jobs} | {format_module(path) for path in outputs}),
        )
    ]
