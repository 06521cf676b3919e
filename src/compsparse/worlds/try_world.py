"""Step: measure a study's results in a world that takes one structure away.

A world is a run of Snakemake in an output root of its own, below ``.scratch`` of this one. What it
does not touch is taken over from this run. Only measurements come back; whoever reads them judges
them, by the claims as they are registered then.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from compsparse.claims.measurement import read_metrics
from compsparse.worlds.errors import WorldsError
from compsparse.worlds.outcome import Outcome, require_identity
from workflow_engine.configuration.scales import Scale
from workflow_engine.configuration.worlds import IDENTITY
from workflow_engine.nested_run import world_root
from workflow_engine.steps import Inputs, Outputs, many

Reasons = Mapping[str, str | None]


def run(
    inputs: Inputs,
    *,
    study: str,
    scale: Scale,
    root_seed: int,
    world: str,
    left_out: Sequence[str],
    made_by: str,
    out: Path,
    set: str = "",
) -> Outputs:
    """Return what came of the study's evaluations in the world (``outcome.Outcome``).

    Inputs:
        metrics: in the world that changes nothing, the ``<result>.metrics.json`` files of the run,
            which it must leave again.
        identity: elsewhere, what came of that world: unless it holds, no other means anything.
    Outputs: metrics.

    Args:
        inputs: see above.
        study: its name.
        scale: of the run and of the world.
        root_seed: likewise.
        world: its name.
        left_out: results that are not evaluated there.
        made_by: a digest of all that is done there.
        out: the output root of the run.
        set: the values that were set for the run, where some were.

    Raises:
        WorldsError: the world is not as it must be, the run in it was broken off, or it is the
            identity and does not reproduce the run.
        ConfigurationError, ClaimsError, ArtifactError: a file that cannot be read as it must be.
    """
    root = world_root(out, scale, study, world)
    found = Outcome.read(root, _run(out, study, world), left_out)
    if world == IDENTITY:
        require_identity(read_metrics(many(inputs, "metrics")), found)
    return {"metrics": found.as_json()}


def _run(out: Path, study: str, world: str) -> Reasons:
    """Have the world evaluated; return why what is missing is missing."""
    command = [sys.executable, "-P", "-m", "compsparse.worlds.nested", str(out), study, world]
    # what it tells goes to the log of this job
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise WorldsError(
            f"{study} in the world {world} could not be tried; the reason stands above. Cure it "
            "and start again: what was finished is kept."
        )
    found: dict[str, str | None] = json.loads(done.stdout)
    return found
