"""Step ``generate``: training, validation and test examples of random teachers."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from jaxtyping import Bool, Float32

from compsparse.studies.tickets.teacher.teacher import (
    Description,
    DrawnGraph,
    GivenGraph,
    Teacher,
    draw_teacher,
)
from compsparse.studies.tickets.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

PARTS = ("learned", "choosing", "judged")  # training, validation, test
ARRAYS = {
    **{f"{part}_inputs": Float32[np.ndarray, f"run {part} d"] for part in PARTS},
    **{f"{part}_targets": Float32[np.ndarray, f"run {part}"] for part in PARTS},
    "edges": Bool[np.ndarray, "run constituent d"],
}


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    teacher: Description,
    variables: int,
    learned: int,
    choosing: int,
    judged: int,
    runs: int,
    spread: float,
    world: World = "none",
) -> Outputs:
    """Return inputs [run, example, d] and targets [run, example] of each part, standardized.

    ``edges`` [run, constituent, d] is the teacher's graph. Inputs do not depend on ``seed_names``:
    all teachers of a run have the same ones.

    Args:
        teacher: what it computes, and its graph or how to draw it.
        variables: d.
        spread: scale of the last input over that of the first; geometric in between.

    Raises:
        ValueError: a teacher with the same value everywhere.
    """
    sizes = dict(zip(PARTS, (learned, choosing, judged), strict=True))
    scales = np.geomspace(1.0, spread, variables) / spread**0.5
    found: dict[str, list[np.ndarray]] = {name: [] for name in ARRAYS}
    for run in range(runs):
        random = generator(root_seed, *seed_names, run)
        target = draw_teacher(_in_world(teacher, variables, world), variables, random)
        if world == "one_constituent":
            target = target.with_equal_constituents()
        found["edges"].append(target.edges)
        shared = generator(root_seed, "tickets", "inputs", run)
        rotation, mean, deviation = _rotation(variables, shared), 0.0, 1.0
        for part, number in sizes.items():
            points = _points(number, variables, target, shared)
            values = target(points)
            if world == "shuffled_labels":
                values = random.permutation(values)
            if part == PARTS[0]:
                mean, deviation = float(values.mean()), float(values.std())
                if deviation < 1e-9:
                    raise ValueError(f"The teacher of run {run} has the same value everywhere.")
            seen = points @ rotation if world == "rotated" else points
            found[f"{part}_inputs"].append((seen * scales).astype(np.float32))
            found[f"{part}_targets"].append(((values - mean) / deviation).astype(np.float32))
    return {"data": {name: np.stack(by_run) for name, by_run in found.items()}}


def _in_world(teacher: Description, d: int, world: World) -> Description:
    if isinstance(teacher, DrawnGraph):
        if world == "one_kind":
            return replace(teacher, kind="relu")
        if world == "structured_nulls" and teacher.arity == d:
            return replace(teacher, arity=max(1, d // 8))
        return replace(teacher, arity=d) if world == "dense_teacher" else teacher
    if isinstance(teacher, GivenGraph) and world == "dense_teacher":
        return replace(teacher, graph=[range(d) for _ in teacher.graph])
    return teacher


def _rotation(d: int, random: np.random.Generator) -> np.ndarray:
    """Return a random rotation; drawn in every world, so that points are the same in all."""
    return np.linalg.qr(random.standard_normal((d, d)))[0]


def _points(number: int, d: int, teacher: Teacher, random: np.random.Generator) -> np.ndarray:
    normal = random.standard_normal((number, d))
    return np.sign(normal) if teacher.boolean else normal
