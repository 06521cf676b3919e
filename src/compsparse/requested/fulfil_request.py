"""Step: make an experiment that no ordinary run makes, and judge the claims on it.

It is a run of Snakemake in an output root of its own, below ``.scratch`` of this one, in which the
experiment is listed: ``<study>.on_request`` in params.yaml. Its tables, pictures and measurements
come back; data and models stay there.
"""

from pathlib import Path

from compsparse.claims.judge import judge_claim
from compsparse.claims.measurement import SUFFIX, read_metrics
from compsparse.claims.registry import read_registry
from compsparse.requested.errors import RequestError
from compsparse.requested.finished_figure import FinishedFigure
from workflow_engine.artifacts.tables import read_table
from workflow_engine.configuration.output_folder import SCRATCH
from workflow_engine.configuration.scales import Scale
from workflow_engine.nested_run import run_nested
from workflow_engine.steps import Inputs, Outputs, Params, single
from workflow_engine.validation.strict_model import StrictModel, validated


class _Params(StrictModel):
    study: str
    scale: Scale
    root_seed: int
    experiment: str
    results: list[str]
    made_by: str
    set: str = ""


def run(inputs: Inputs, params: Params, out: Path) -> Outputs:
    """Return the table and pictures of each result, and the verdicts on its claims.

    Inputs:
        claims: ``workflow/claims/<study>.yaml``.
    Params: study, scale and root_seed of the run; experiment; results, their ids; made_by, a digest
    of the jobs behind them; set, the values that were set for the run, where some were.
    Outputs: csv_RESULT, svg_RESULT, png_RESULT; claims (see ``claims.judged``).

    Raises:
        RequestError: the run was broken off.
        ClaimsError, ArtifactError: a file that cannot be read as it must be.
    """
    settings = validated("params of the request step", dict(params), _Params, RequestError)
    registry = read_registry(single(inputs, "claims"))
    folder = _make(settings, out) / settings.study
    metrics = read_metrics([folder / "tables" / f"{name}{SUFFIX}" for name in settings.results])
    outputs: dict[str, object] = {
        "claims": [
            judge_claim(claim, registry, metrics, settings.scale).row()
            for claim in registry.claims
            if claim.result in settings.results
        ]
    }
    for name in settings.results:
        outputs[f"csv_{name}"] = read_table(folder / "tables" / f"{name}.csv")
        for kind in ("svg", "png"):
            outputs[f"{kind}_{name}"] = FinishedFigure(folder / "figures" / f"{name}.{kind}")
    return outputs


def _make(settings: _Params, out: Path) -> Path:
    """Make the experiment; return the output root that it lies in."""
    root = out / SCRATCH / f"{settings.scale}-request-{settings.study}-{settings.experiment}"
    folder = f"{settings.study}/"
    files = [
        path
        for name in settings.results
        for path in (
            *(f"{folder}tables/{name}{end}" for end in (".csv", SUFFIX)),
            *(f"{folder}figures/{name}{end}" for end in (".svg", ".png")),
        )
    ]
    assigned = f"set={settings.study}.on_request=[{settings.experiment}] {settings.set}".rstrip()
    code = run_nested(root, files, settings.scale, settings.root_seed, [assigned])
    if code:
        raise RequestError(
            f"{settings.experiment} of {settings.study}: snakemake ended with {code}; the reason "
            f"stands above. Cure it and start again: what was finished in {root} is kept."
        )
    return root
