"""Step: repeat a study at other root seeds and compare the verdicts.

Each repetition is a run of Snakemake in an output root of its own, below ``.scratch`` of this one,
with a ledger of its own: what is valid there is not done again. Only its verdicts come back.
"""

from pathlib import Path

from compsparse.claims.judged import read_claims
from compsparse.replication.comparison import compared
from compsparse.replication.errors import ReplicationError
from compsparse.replication.pooled import pooled_claims
from workflow_engine.configuration.scales import Scale
from workflow_engine.nested_run import run_nested, seed_root
from workflow_engine.steps import Inputs, Outputs, Params, single
from workflow_engine.validation.strict_model import StrictModel, validated


class _Params(StrictModel):
    study: str
    scale: Scale
    root_seed: int
    repeated: dict[str, str]
    set: str = ""


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return the table of verdicts, a row for every claim and root seed, and pooled verdicts.

    Inputs:
        claims: ``<study>/claims.json`` of this run.
    Params: study; scale; root_seed, that of the run; repeated, whose keys are the other root seeds;
    set, the values that were set for the run, where some were.
    Outputs: table; pooled (see ``pooled.PooledClaim``).

    Raises:
        ReplicationError: a repetition failed, or judged other claims.
        ArtifactError, ClaimsError: verdicts that cannot be read.
    """
    settings = validated("params of the replicate step", dict(params), _Params, ReplicationError)
    path = single(inputs, "claims")
    out = path.parents[1]
    repeated = {
        seed: read_claims(_repeat(settings, seed, out)) for seed in map(int, settings.repeated)
    }
    run = read_claims(path)
    return {
        "table": compared(run, repeated),
        "pooled": [
            claim.pooled_row() for claim in pooled_claims(run, repeated, settings.root_seed)
        ],
    }


def _repeat(settings: _Params, seed: int, out: Path) -> Path:
    """Bring the study's verdicts at a root seed up to date; return the file that holds them."""
    root = seed_root(out, settings.scale, seed)
    claims = f"{settings.study}/claims.json"
    assigned = [f"set={settings.set}"] if settings.set else []
    code = run_nested(root, [claims], settings.scale, seed, assigned)
    if code:
        raise ReplicationError(
            f"{settings.study} at root seed {seed}: snakemake ended with {code}; the reason stands "
            f"above. Cure it and start again: what was finished in {root} is kept."
        )
    return root / claims
