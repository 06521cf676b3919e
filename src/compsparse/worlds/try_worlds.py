"""Step: judge a study's claims in worlds that take one structure away.

Each world is a run of Snakemake in an output root of its own, below ``.scratch`` of this one. What
a world does not touch is taken over from this run. Only measurements come back; they are judged
here, by the claims as they were registered.
"""

import json
import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

from compsparse.claims.errors import ClaimsError
from compsparse.claims.measurement import SUFFIX, Measurement, Metrics, read_metrics
from compsparse.claims.registry import read_registry
from compsparse.worlds.comparison import Outcome, compared
from compsparse.worlds.errors import WorldsError
from compsparse.worlds.picture import picture
from compsparse.worlds.registry import expectations, read_worlds
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.configuration.scales import Scale
from workflow_engine.nested_run import world_root
from workflow_engine.steps import Inputs, Outputs, single
from workflow_engine.validation.strict_model import validated

Outcomes = Mapping[str, Mapping[str, str | None]]


def run(
    inputs: Inputs,
    *,
    study: str,
    scale: Scale,
    root_seed: int,
    worlds: Mapping[str, str],
    set: str = "",
) -> Outputs:
    """Return the table of verdicts, a row for every claim and world, and its picture.

    Inputs:
        metrics: ``<study>/metrics.json`` of this run.
        claims: ``workflow/claims/<study>.yaml``.
        worlds: ``workflow/worlds/<study>.yaml``.
    Outputs: table; svg and png.

    Args:
        inputs: see above.
        study: its name.
        scale: of the run and of all worlds.
        root_seed: likewise.
        worlds: by name, a digest of all that is done there.
        set: the values that were set for the run, where some were.

    Raises:
        WorldsError: a world is not as it must be, a run in it was broken off, or the identity does
            not reproduce this run.
        ConfigurationError, ClaimsError, ArtifactError: a file that cannot be read as it must be.
    """
    registry = read_registry(single(inputs, "claims"))
    expected = read_worlds(single(inputs, "worlds"), registry)
    path = single(inputs, "metrics")
    out = path.parents[1]
    table = compared(
        registry,
        scale,
        _metrics_of_run(path),
        {
            name: read_outcome(
                world_root(out, scale, study, name), outcomes, expected.left_out(name)
            )
            for name, outcomes in _run(out, study).items()
        },
        expectations(expected),
    )
    figure = picture(table, registry)
    return {"table": table, "svg": figure, "png": figure}


def _run(out: Path, study: str) -> Outcomes:
    """Have all worlds of the study evaluated; return why what is missing is missing."""
    command = [sys.executable, "-P", "-m", "compsparse.worlds.runs", str(out), study]
    # what it tells goes to the log of this job
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise WorldsError(
            f"The worlds of {study} could not be tried; the reason stands above. Cure it and start "
            "again: what was finished is kept."
        )
    found: Outcomes = json.loads(done.stdout)
    return found


def read_outcome(
    root: Path, outcomes: Mapping[str, str | None], left_out: Collection[str] = ()
) -> Outcome:
    """Return what was measured in a world.

    Args:
        root: its output root.
        outcomes: None, or why there is none, for each metrics file that the world touches.
        left_out: results that were not evaluated there.
    """
    missing = {
        Path(path).name.removesuffix(SUFFIX): reason
        for path, reason in outcomes.items()
        if reason is not None
    }
    measured = [root / path for path, reason in outcomes.items() if reason is None]
    return Outcome(read_metrics(measured), missing, left_out)


def _metrics_of_run(path: Path) -> Metrics:
    """Read a study's ``metrics.json``."""
    content = read_json(path)
    if not isinstance(content, dict):
        raise ClaimsError(
            f"{path}: the file holds {type(content).__name__}; allowed: results and their metrics. "
            "Run the judge step of its study again."
        )
    return {
        result: {
            name: validated(f"{path}, metric {result}.{name}", metric, Measurement, ClaimsError)
            for name, metric in metrics.items()
        }
        for result, metrics in content.items()
    }
