"""Step ``generate``: examples of drawn teachers to learn from, to choose on and to be judged on."""

import numpy as np
from jaxtyping import Bool, Float32

from compsparse.studies.tickets.teacher.teacher import Teacher, draw_teacher
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

PARTS = ("learned", "choosing", "judged")
ARRAYS = {
    **{f"{part}_inputs": Float32[np.ndarray, f"run {part} d"] for part in PARTS},
    **{f"{part}_targets": Float32[np.ndarray, f"run {part}"] for part in PARTS},
    "edges": Bool[np.ndarray, "run constituent d"],
}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return inputs [run, example, d] and targets [run, example] of each part, standardised.

    ``edges`` [run, constituent, d] is the teacher's graph.

    Params: teacher, a description; variables, d; learned, choosing, judged, numbers of examples;
    runs; spread, by what factor the last input is larger than the first, others between. Inputs are
    the same for all teachers of a run, which their seeds do not name. In the world ``rotated`` they
    are turned, in ``dense_teacher`` every constituent reads all of them, in ``one_constituent`` all
    are the same, in ``structured_nulls`` those that read all inputs read an eighth of them, and in
    ``shuffled_labels`` labels are those of other examples.

    Raises:
        ValueError: a teacher that cannot be, or that has the same value everywhere.
    """
    d, world = params["variables"], params.get("world", "none")
    found: dict[str, list[np.ndarray]] = {name: [] for name in ARRAYS}
    for run in range(params["runs"]):
        random = generator(params["root_seed"], *params["seed_names"], run)
        teacher = draw_teacher(_touched(params["teacher"], d, world), d, random)
        if world == "one_constituent":
            teacher = teacher.of_copies()
        found["edges"].append(teacher.edges)
        of_run = generator(params["root_seed"], "tickets", "inputs", run)
        turn, center, spread = _turn(d, of_run), 0.0, 1.0
        for part in PARTS:
            points = _points(params[part], d, teacher, of_run)
            values = teacher(points)
            if world == "shuffled_labels":
                values = random.permutation(values)
            if part == PARTS[0]:
                center, spread = float(values.mean()), float(values.std())
                if spread < 1e-9:
                    raise ValueError(f"The teacher of run {run} has the same value everywhere.")
            seen = points @ turn if world == "rotated" else points
            scales = np.geomspace(1.0, params["spread"], d) / params["spread"] ** 0.5
            found[f"{part}_inputs"].append((seen * scales).astype(np.float32))
            found[f"{part}_targets"].append(((values - center) / spread).astype(np.float32))
    return {"data": {name: np.stack(of) for name, of in found.items()}}


def _touched(description: Params, d: int, world: str) -> Params:
    if world == "structured_nulls" and description.get("arity") == d:
        return {**description, "arity": max(1, d // 8)}
    if world != "dense_teacher" or "table" in description:
        return description
    if "graph" in description:
        return {**description, "graph": [list(range(d)) for _ in description["graph"]]}
    return {**description, "arity": d}


def _turn(d: int, random: np.random.Generator) -> np.ndarray:
    """Return a random rotation; drawn in every world, so that points are the same in all."""
    return np.linalg.qr(random.standard_normal((d, d)))[0]


def _points(number: int, d: int, teacher: Teacher, random: np.random.Generator) -> np.ndarray:
    normal = random.standard_normal((number, d))
    return np.sign(normal) if teacher.boolean else normal
