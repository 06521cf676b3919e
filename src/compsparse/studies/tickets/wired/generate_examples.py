"""Step ``generate``: examples to learn from, to choose on and to be judged on.

Inputs are even on the unit sphere, |x| = 1, as bounds without a factor for it need.
"""

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.tickets.wired.target import DenseNetwork, Tree, rotation
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

ARRAYS = {
    "inputs": Float32[np.ndarray, "run example d"],
    "labels": Float32[np.ndarray, "run example"],
    "chances": Float32[np.ndarray, "run example"],
    "choosing_inputs": Float32[np.ndarray, "run choosing d"],
    "choosing_labels": Float32[np.ndarray, "run choosing"],
    "choosing_chances": Float32[np.ndarray, "run choosing"],
    "judged_inputs": Float32[np.ndarray, "run judged d"],
    "judged_labels": Float32[np.ndarray, "run judged"],
    "judged_chances": Float32[np.ndarray, "run judged"],
}
_FOR_THRESHOLD = 20000  # points that say where half of the values lie above
_WORLDS = ("none", "identity", "rotated", "shuffled_labels", "dense_teacher")


def on_sphere(
    random: np.random.Generator, number: int, variables: int
) -> Float64[np.ndarray, "number variables"]:
    """Return points, even on the unit sphere."""
    points = random.standard_normal((number, variables))
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return inputs [run, example, d], labels and chances [run, example] of three sets.

    Labels are 1 and -1, about half of each. A chance is even on [0, 1): labels whose chance lies
    below p are turned where a share p is to be wrong. In every run the target is another one.

    Params: variables, d; ranges of the target's slopes and product; examples, choosing and judged,
    how many; runs; world, what is missing, if anything.

    Raises:
        ValueError: an unknown world.
    """
    world, variables = params.get("world", "none"), params["variables"]
    if world not in _WORLDS:
        raise ValueError(f"The world is {world!r}; allowed: {', '.join(_WORLDS)}.")
    found: dict[str, list[np.ndarray]] = {name: [] for name in ARRAYS}
    for run in range(params["runs"]):
        names = params["root_seed"], *params["seed_names"], run
        random = generator(*names, "target")
        target: Tree | DenseNetwork = Tree(random, variables, params["ranges"])
        if world == "dense_teacher":
            target = DenseNetwork(generator(*names, "dense target"), variables)
        threshold = np.median(target(on_sphere(random, _FOR_THRESHOLD, variables)))
        turned = np.eye(variables)
        if world == "rotated":
            turned = rotation(generator(*names, "rotation"), variables)
        sets = {"": "examples", "choosing_": "choosing", "judged_": "judged"}
        for prefix, number in sets.items():
            drawn = generator(*names, number)
            points = on_sphere(drawn, params[number], variables)
            labels = np.where(target(points) > threshold, 1.0, -1.0)
            chances = generator(*names, number, "chances").random((params[number],))
            if world == "shuffled_labels":
                labels = generator(*names, number, "shuffled").permutation(labels)
            found[f"{prefix}inputs"].append((points @ turned.T).astype(np.float32))
            found[f"{prefix}labels"].append(labels.astype(np.float32))
            found[f"{prefix}chances"].append(chances.astype(np.float32))
    return {"data": {name: np.stack(of) for name, of in found.items()}}
