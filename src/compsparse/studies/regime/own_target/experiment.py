"""Train, prune and measure networks on one target: the study's own steps, one after the other."""

import importlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float32

from compsparse.ensembles.checkpoints import NothingKept
from compsparse.own_data.progress import Progress
from compsparse.studies.regime.collector import DENSE, METHODS, Cell, Collector
from compsparse.studies.regime.measures.measured import NAMES, read_measures, with_excess
from compsparse.studies.regime.network.forward import whole_image
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.own_target.values import Values
from workflow_engine.artifacts.arrays import encode
from workflow_engine.provenance.arguments import arguments
from workflow_engine.provenance.job import Job

KINDS = (DENSE, "similarity", "random")  # the last one is the control of the one before
_NAME = "own_target"  # in the names of random generators, whatever the file is called
_TARGET = "target.npz"

Picture = Float32[np.ndarray, "row column 3"]


class _Updates(NothingKept):
    """Counts updates, after each of which a training asks whether to save."""

    def __init__(self, progress: Progress, total: int) -> None:
        self.progress, self._total, self._done = progress, total, 0
        progress.begin("updates of networks")

    def due(self) -> bool:
        self._done += 1
        self.progress.reach(self._done, self._total)
        return False


def experiment(
    target: Mapping[str, np.ndarray],  # of ``generate_target``
    values: Values,
    seeds: int,  # dense networks, each of which is pruned
    root_seed: int,
    folder: Path,  # for files between the steps
    progress: Progress,
) -> tuple[pd.DataFrame, dict[str, Picture]]:
    """Return a row for each network, and what those of the first seed paint at last, by kind.

    Raises:
        FloatingPointError: a training diverged.
    """
    (folder / _TARGET).write_bytes(encode(folder / _TARGET, target))
    plan = Collector(root_seed, "default", values.networks, "none")
    networks: dict[str, str] = {}
    measures = []
    for kind in KINDS:
        cell = Cell(_NAME, kind, values.depth, values.networks.units, [_TARGET])
        if kind == DENSE:
            networks[kind] = plan.dense(cell, runs=seeds)
        else:
            networks[kind] = plan.pruned(cell, METHODS[kind], networks[DENSE])
        measures.append(folder / plan.measured(cell, networks[kind]))
    rounds = values.networks.pruning
    pruned = (len(KINDS) - 1) * len(rounds.weights) * rounds.recipe.steps
    updates = _Updates(progress, values.networks.recipe.steps + pruned)
    for job in plan.jobs:
        _do(job, folder, updates)
    labels = [{"kind": kind} for kind in KINDS]
    last = {kind: read_networks(folder / path).of_last_stage() for kind, path in networks.items()}
    return (
        with_excess(read_measures(measures, labels, values.networks.sweeps.paints)),
        {kind: whole_image(values.shape, found.weights[0]) for kind, found in last.items()},
    )


def _do(job: Job, folder: Path, updates: _Updates) -> None:
    """Run a step and write its output like the runner, but without a record."""
    inputs = {
        name: [folder / path for path in paths] if isinstance(paths, list) else folder / paths
        for name, paths in job.inputs.items()
    }
    kept = {} if job.step == "generate" else {"checkpoints": updates}
    if kept:
        kind = job.wildcards["cell"]
        place = f"{KINDS.index(kind) + 1} of {len(KINDS)} kinds of networks"
        updates.progress.say(f"{place}: {NAMES[kind]}")
    run = importlib.import_module(job.module).run
    outputs = run(inputs, **arguments(run, job.params, {"checkpoints"}), **kept)
    for name, path in job.outputs.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(encode(folder / path, outputs[name]))
