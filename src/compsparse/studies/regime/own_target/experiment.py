"""Train, prune and judge networks on one picture: the study's own steps, one after the other."""

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float32

from compsparse.studies.regime.collector import STUDY, Cell, Collector
from compsparse.studies.regime.network.forward import whole_image
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.own_target.progress import Progress, expected_seconds
from compsparse.studies.regime.own_target.reading import OwnTarget
from compsparse.studies.regime.own_target.values import OwnTargetError, Values
from compsparse.studies.regime.scores.excess import SCORES, with_excess, with_references
from compsparse.studies.regime.scores.stored import DepthKind, read_labelled
from compsparse.studies.regime.shared_settings import Target
from compsparse.studies.regime.targets.stored import StoredTarget, read_target
from workflow_engine.artifacts.arrays import encode, read_arrays
from workflow_engine.provenance.arguments import arguments
from workflow_engine.provenance.job import Job

DENSE = "dense"
METHODS = ("connection_similarity", "unit_merging")  # two readings of the document's SP
_NAME = "own_target"  # in the names of random generators, independent of the file's name
_DOING = {
    DENSE: "dense networks",
    "connection_similarity": "pruning by SP-C",
    "unit_merging": "pruning by SP-merge",
    f"{_NAME}-stopped": "reference networks, stopped early",
}

Picture = Float32[np.ndarray, "row column 3"]


@dataclass(frozen=True)
class Findings:
    """Results on one picture."""

    target: StoredTarget
    depth: int  # hidden layers of all networks
    table: pd.DataFrame  # a row for each network, with its scores and excess
    stuck: int  # dense networks that stayed on a plateau
    no_null: str  # why nothing can be compared with dense networks; empty where it can
    pictures: Mapping[str, Picture]  # of the first seed, dense and after the last round, by kind
    units: Mapping[str, int]  # of every hidden layer
    activations: Mapping[str, int]  # of the genome's hidden nodes; empty for a picture


def experiment(
    file_target: OwnTarget,
    values: Values,  # whose units are those of the networks
    depth: int,
    seeds: int,  # dense networks, each of which is pruned
    root_seed: int,
    folder: Path,  # for files between the steps
    say: Callable[[str], None],  # called with the name of every phase
) -> Findings:
    """Run everything on a genome or a picture.

    Raises:
        OwnTargetError: the parameters make no networks.
        FloatingPointError: a training diverged.
    """
    # the target is not made by the plan's step, which takes only what params.yaml may name
    source = Target.model_validate({"picture": _NAME})
    plan = Collector(root_seed, "default", {_NAME: source}, values.networks)
    place = folder / plan.targets[_NAME]
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(encode(place, file_target.arrays))
    target = read_target(place)
    cell = Cell(_NAME, _NAME, _NAME, depth, values.networks.units)
    try:
        shape = LayeredShape.from_units(**cell.shape)
        scores, networks = _collect(plan, cell, values, seeds)
        references = plan.references(cell)
    except ValueError as error:
        raise OwnTargetError(f"The parameters make no networks: {error}") from None
    _run(plan.jobs[1:], seeds, values, folder, say)
    judged, dense_references = (
        read_labelled(
            [folder / path for _, path in found], [DepthKind(depth, kind) for kind, _ in found]
        )
        for found in (list(scores.items()), references)
    )
    compared, no_null = _compared(judged, dense_references)
    return Findings(
        target,
        depth,
        with_references(compared, dense_references),
        int(read_arrays(folder / networks[DENSE])["stuck"].sum()),
        no_null,
        {kind: _picture(shape, folder / path) for kind, path in networks.items()},
        values.networks.units,
        file_target.activations,
    )


def _collect(
    plan: Collector, cell: Cell, values: Values, seeds: int
) -> tuple[dict[str, str], dict[str, str]]:
    """Plan dense and pruned networks; return their scores and the networks, by kind."""
    networks = {DENSE: plan.dense(cell.with_name(DENSE), seeds)}
    scores = {DENSE: plan.scores(cell.with_name(DENSE), networks[DENSE])}
    for method in METHODS:
        named = cell.with_name(method)
        # both methods meet the same pixels, so that they differ by themselves
        names = (STUDY, _NAME, "pruned")
        networks[method] = plan.pruned(named, method, values.rounds, networks[DENSE], names)
        scores[method] = plan.scores(named, networks[method])
    return scores, networks


def _run(
    jobs: list[Job], seeds: int, values: Values, folder: Path, say: Callable[[str], None]
) -> None:
    """Run all jobs; a phase is the training and judging of one cell."""
    progress = Progress(say)
    phases = [
        (cell, [(job, expected_seconds(job, number)) for job, number in found])
        for cell, found in _phases(jobs, seeds, values)
    ]
    costs = [sum(cost for _, cost in found) for _, found in phases]
    for number, (cell, found) in enumerate(phases):
        what = _DOING.get(cell, f"reference networks of {cell.rpartition('_')[2]} units a layer")
        progress.begin(f"{number + 1} of {len(phases)}: {what}", sum(costs[number:]))
        for job, _ in found:
            _do(job, folder)
        progress.finish(costs[number])


def _phases(
    jobs: list[Job], seeds: int, values: Values
) -> Iterator[tuple[str, list[tuple[Job, int]]]]:
    """Yield the jobs of each cell with the number of networks that they train or judge."""
    for cell, found in groupby(jobs, key=lambda job: job.wildcards["cell"]):
        trained = values.networks.reference.runs if cell.startswith(_NAME) else seeds
        judged = trained
        if cell in METHODS:
            judged *= len(values.rounds.weights)
        if cell.endswith("-stopped"):
            judged *= len(values.networks.reference.stops) + 1
        yield cell, [(job, judged if job.step == "generate" else trained) for job in found]


def _do(job: Job, folder: Path) -> None:
    """Run a step and write its outputs like the runner, but without a record."""
    inputs: dict[str, Path | list[Path]] = {
        name: folder / str(path) for name, path in job.inputs.items()
    }
    inputs |= {name: Path(path) for name, path in job.sources.items()}
    run = importlib.import_module(job.module).run
    outputs = run(inputs, **arguments(run, job.params, {"checkpoints"}))
    for name, path in job.outputs.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(encode(place, outputs[name]))


def _compared(networks: pd.DataFrame, references: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """Return the networks with their excess, or the reason why there is none."""
    try:
        found = with_excess(networks, references, by=("depth",))
    except ValueError as error:  # too few reference networks have a score, or all the same error
        nothing = dict.fromkeys((f"excess_{score}" for score in SCORES), np.nan)
        return networks.assign(**nothing, comparable=False), str(error)
    if "comparable" not in found:
        return found.assign(comparable=False), "No reference network could be judged."
    return found, ""


def _picture(shape: LayeredShape, path: Path) -> Picture:
    """Return what the network of the first seed paints, after the last round."""
    networks = read_networks(path)
    last = np.flatnonzero((networks.run == 0) & (networks.stage == networks.stage.max()))[0]
    return np.ascontiguousarray(whole_image(shape, torch.from_numpy(networks.weights[last])))
