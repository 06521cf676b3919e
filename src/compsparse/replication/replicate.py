"""Step: measure a study's results at another root seed.

It is a run of Snakemake in an output root of its own, below ``.scratch`` of this one, with a ledger
of its own: what is valid there is not done again. Only measurements come back; whoever reads them
judges them, by the claims as they are registered then.
"""

from collections.abc import Sequence
from pathlib import Path

from compsparse.claims.measurement import read_metrics
from compsparse.claims.stored_metrics import as_json
from compsparse.replication.errors import ReplicationError
from workflow_engine.configuration.scales import Scale
from workflow_engine.nested_run import run_nested, seed_root
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    study: str,
    scale: Scale,
    root_seed: int,
    files: Sequence[str],
    made_by: str,
    out: Path,
    set: str = "",
) -> Outputs:
    """Return what was measured at the root seed: result -> metric -> measurement.

    Inputs: none.
    Outputs: metrics.

    Args:
        inputs: see above.
        study: its name.
        scale: of the run and of its repetition.
        root_seed: the other one.
        files: the ``<result>.metrics.json`` files of the study.
        made_by: a digest of all that is done there.
        out: the output root of the run.
        set: the values that were set for the run, where some were.

    Raises:
        ReplicationError: the repetition failed.
        ArtifactError, ClaimsError: measurements that cannot be read.
    """
    root = seed_root(out, scale, root_seed)
    if code := run_nested(root, files, scale, root_seed, [f"set={set}"] if set else []):
        raise ReplicationError(
            f"{study} at root seed {root_seed}: snakemake ended with {code}; the reason stands "
            f"above. Cure it and start again: what was finished in {root} is kept."
        )
    return {"metrics": as_json(read_metrics(root / file for file in files))}
