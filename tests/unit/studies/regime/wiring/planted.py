"""Files of networks and scores whose differences are known."""

from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.regime.scores.stored import StoredScores, TargetKind
from compsparse.studies.regime.wiring.controls import CONTROLS, GENOME, KINDS, OWN
from compsparse.studies.regime.wiring.evaluate_wiring import TrainingLabels
from workflow_engine.artifacts.arrays import encode

LABELS = TrainingLabels("muon", "face")


def null_at(error: np.ndarray) -> np.ndarray:
    """Return the alignment of dense networks: a line in the logarithm of the error."""
    return np.asarray(0.5 + 0.1 * np.log10(error / 1e-2))


def scores_file(run: np.ndarray, known: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the arrays of a file of scores; what is not given is 0."""
    given: dict[str, np.ndarray] = {
        name: np.zeros(len(run), dtype=np.int64 if name in ("stage", "count") else np.float64)
        for name in StoredScores.__annotations__
    }
    return given | {"run": run} | known


def planted_files(
    folder: Path, runs: int, beyond: tuple[str, int] | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write one cell and its references; return inputs and parameters of the evaluation.

    Own wirings lie 0.3 above the null; of the controls, the first 0.1 less, the second 0.2 less,
    and so on; dense networks, of a tenth of the error, on it. The genome's alignment is 0.9.

    Args:
        folder: where.
        runs: of each kind.
        beyond: kind and run of a network with an error that no reference has.
    """
    kinds = [GENOME, *(kind for kind in KINDS[1:] for _ in range(runs))]
    run = np.array([0, *np.tile(np.arange(runs), len(KINDS) - 1)], dtype=np.int64)
    less = {OWN: 0.0} | {name: 0.1 * place for place, name in enumerate(CONTROLS, start=1)}
    sparse = np.array([kind in less for kind in kinds])
    error = np.where(sparse, 1e-2, 1e-3)
    error[0] = 0.0
    above = np.array([0.3 - less[kind] if kind in less else 0.0 for kind in kinds])
    value = np.where(error > 0, null_at(np.maximum(error, 1e-9)) + above, 0.9)
    if beyond is not None:
        error[(np.array(kinds) == beyond[0]) & (run == beyond[1])] = 1.0
    known = {"error": error} | dict.fromkeys(("alignment", "score", "score_with_symmetry"), value)
    known["count"] = np.where(sparse, 125, 4000)
    nothing = np.zeros(len(run), dtype=np.int64)
    networks = {
        "kind": np.array([KINDS.index(kind) for kind in kinds]),
        "run": run,
        "changed": nothing,
        "retries": nothing,
        "stuck": np.zeros(len(run), dtype=np.bool_),
    }
    files = {"networks": networks, "scores": scores_file(run, known)}
    for name in ("stopped", "width"):
        errors = np.tile(np.geomspace(1e-4, 1e-1, 5), 2)
        seeds = np.repeat(np.arange(2), 5)
        line = dict.fromkeys(("alignment", "score", "score_with_symmetry"), null_at(errors))
        files[name] = scores_file(seeds, {"error": errors} | line)
    paths = {name: folder / f"{name}.npz" for name in files}
    for name, arrays in files.items():
        paths[name].write_bytes(encode(paths[name], arrays))
    inputs = {
        "networks": [paths["networks"]],
        "scores": [paths["scores"]],
        "references": [paths["stopped"], paths["width"]],
    }
    references = [TargetKind(name, "face") for name in ("stopped", "width")]
    return inputs, {"root_seed": 1, "networks": [LABELS], "references": references}
