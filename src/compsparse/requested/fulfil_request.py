"""Step: make an experiment that no ordinary run makes.

It is a run of Snakemake in an output root of its own, below ``.scratch`` of this one, in which the
experiment is listed: ``<study>.on_request`` in params.yaml. Its tables, pictures and measurements
come back; data and models stay there.
"""

from collections.abc import Sequence
from pathlib import Path

from compsparse.claims.measurement import SUFFIX, read_metrics
from compsparse.claims.stored_metrics import as_json
from compsparse.requested.errors import RequestError
from compsparse.requested.finished_figure import FinishedFigure
from workflow_engine.artifacts.tables import read_table
from workflow_engine.configuration.output_folder import SCRATCH
from workflow_engine.configuration.scales import Scale
from workflow_engine.nested_run import run_nested
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    study: str,
    scale: Scale,
    root_seed: int,
    experiment: str,
    results: Sequence[str],
    made_by: str,
    out: Path,
    set: str = "",
) -> Outputs:
    """Return the table and pictures of each result, and all measurements.

    Inputs: none.
    Outputs: csv_RESULT, svg_RESULT, png_RESULT; metrics (result -> metric -> measurement).

    Args:
        inputs: see above.
        study: its name.
        scale: of the run and of the experiment.
        root_seed: likewise.
        experiment: its name in ``<study>.on_request``.
        results: ids of its results.
        made_by: a digest of the jobs behind them.
        out: the output root of the run.
        set: the values that were set for the run, where some were.

    Raises:
        RequestError: the run was broken off.
        ClaimsError, ArtifactError: a file that cannot be read as it must be.
    """
    root = out / SCRATCH / f"{scale}-request-{study}-{experiment}"
    folder = f"{study}/"
    files = [
        path
        for name in results
        for path in (
            *(f"{folder}tables/{name}{end}" for end in (".csv", SUFFIX)),
            *(f"{folder}figures/{name}{end}" for end in (".svg", ".png")),
        )
    ]
    assigned = f"set={study}.on_request=[{experiment}] {set}".rstrip()
    if code := run_nested(root, files, scale, root_seed, [assigned]):
        raise RequestError(
            f"{experiment} of {study}: snakemake ended with {code}; the reason stands above. Cure "
            f"it and start again: what was finished in {root} is kept."
        )
    metrics = read_metrics([root / f"{folder}tables/{name}{SUFFIX}" for name in results])
    outputs: dict[str, object] = {"metrics": as_json(metrics)}
    for name in results:
        outputs[f"csv_{name}"] = read_table(root / f"{folder}tables/{name}.csv")
        for kind in ("svg", "png"):
            outputs[f"{kind}_{name}"] = FinishedFigure(root / f"{folder}figures/{name}.{kind}")
    return outputs
