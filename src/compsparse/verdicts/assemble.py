"""Step: assemble the official verdicts of a study, ``claims.json``, which all pages read.

Nothing is measured here: an edit of a claim's words or band changes verdicts in a second, and
repeats no run. What was measured again is read as far as its record holds, so the job's inputs
differ with what is there.
"""

from pathlib import Path

from compsparse.claims.measurement import Metrics, read_metrics
from compsparse.claims.registry import Registry, read_registry
from compsparse.claims.stored_metrics import from_json
from compsparse.verdicts.assembling import Measured, assembled
from compsparse.worlds.outcome import Outcome, read_outcome
from compsparse.worlds.registry import Expected, expectations, read_worlds
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.configuration.scales import Scale
from workflow_engine.steps import Inputs, Outputs, many, single


def run(inputs: Inputs, *, study: str, scale: Scale, root_seed: int) -> Outputs:
    """Return every claim and check of the study with all that is known of its verdict.

    Inputs:
        metrics: the ``<result>.metrics.json`` files of the run.
        replicate: ``tables/replication/<root seed>.json``, if all hold.
        hold_out: ``tables/hold_out/<root seed>.json``, if it holds; it decides nothing.
        worlds: ``tables/worlds/<world>.json``, those that hold.
        request: metrics of the experiments on request that hold.
        claims: ``workflow/claims/<study>.yaml``.
        expected: ``workflow/worlds/<study>.yaml``, where there are worlds.
    Outputs: claims (a list, see ``official_claim``).

    Args:
        inputs: see above.
        study: its name.
        scale: of everything.
        root_seed: of the run.

    Raises:
        ClaimsError, WorldsError, ConfigurationError, ArtifactError: a file that is not as it must
            be.
    """
    registry = read_registry(single(inputs, "claims"))
    requested: Metrics = {}
    for path in _there(inputs, "request"):
        requested |= from_json(str(path), read_json(path))
    worlds, expected = _worlds(inputs, registry)
    measured = Measured(
        root_seed=root_seed,
        scale=scale,
        run=read_metrics(many(inputs, "metrics")),
        requested=requested,
        repeated=_by_root_seed(inputs, "replicate"),
        hold_out=_by_root_seed(inputs, "hold_out"),
        worlds=worlds,
        expected=expected,
    )
    return {"claims": [claim.row() for claim in assembled(registry, measured)]}


def _by_root_seed(inputs: Inputs, name: str) -> dict[int, Metrics]:
    files = _there(inputs, name)
    return {int(path.stem): from_json(str(path), read_json(path)) for path in files}


def _there(inputs: Inputs, step: str) -> list[Path]:
    return many(inputs, step) if step in inputs else []


def _worlds(
    inputs: Inputs, registry: Registry
) -> tuple[dict[str, Outcome], dict[str, dict[str, Expected]]]:
    files = {path.stem: path for path in _there(inputs, "worlds")}
    if not files:
        return {}, {}
    expected = expectations(read_worlds(single(inputs, "expected"), registry))
    # in the order of the file of worlds
    return {name: read_outcome(files[name]) for name in expected if name in files}, expected
