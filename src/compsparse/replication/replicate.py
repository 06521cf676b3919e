"""Step: repeat a study at other root seeds and compare the verdicts.

Each repetition is a run of Snakemake in an output root of its own, below ``.scratch`` of this one,
with a ledger of its own: what is valid there is not done again. Only its verdicts come back.
"""

from collections.abc import Mapping
from pathlib import Path

from compsparse.claims.judged import read_claims
from compsparse.replication.comparison import compared
from compsparse.replication.errors import ReplicationError
from compsparse.replication.pooled import pooled_claims
from workflow_engine.configuration.scales import Scale
from workflow_engine.nested_run import run_nested, seed_root
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs,
    *,
    study: str,
    scale: Scale,
    root_seed: int,
    repeated: Mapping[str, str],
    set: str = "",
) -> Outputs:
    """Return the table of verdicts, a row for every claim and root seed, and pooled verdicts.

    Inputs:
        claims: ``<study>/claims.json`` of this run.
    Outputs: table; pooled (see ``pooled.PooledClaim``).

    Args:
        inputs: see above.
        study: its name.
        scale: of the run and of all repetitions.
        root_seed: that of the run.
        repeated: by the other root seeds, a digest of all that is done there.
        set: the values that were set for the run, where some were.

    Raises:
        ReplicationError: a repetition failed, or judged other claims.
        ArtifactError, ClaimsError: verdicts that cannot be read.
    """
    path = single(inputs, "claims")
    out = path.parents[1]
    again = {
        seed: read_claims(_repeat(study, scale, seed, out, set)) for seed in map(int, repeated)
    }
    run = read_claims(path)
    pooled = pooled_claims(run, again, root_seed)
    return {"table": compared(run, again), "pooled": [claim.pooled_row() for claim in pooled]}


def _repeat(study: str, scale: Scale, seed: int, out: Path, assigned: str) -> Path:
    """Bring the study's verdicts at a root seed up to date; return the file that holds them."""
    root = seed_root(out, scale, seed)
    claims = f"{study}/claims.json"
    code = run_nested(root, [claims], scale, seed, [f"set={assigned}"] if assigned else [])
    if code:
        raise ReplicationError(
            f"{study} at root seed {seed}: snakemake ended with {code}; the reason stands "
            f"above. Cure it and start again: what was finished in {root} is kept."
        )
    return root / claims
