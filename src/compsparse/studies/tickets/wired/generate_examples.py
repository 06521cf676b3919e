"""Step ``generate``: training, validation and test examples.

Inputs are uniform on the unit sphere: the bounds assume |x| <= 1.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.tickets.wired.target import DenseNetwork, Ranges, Tree, rotation
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

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
_FOR_THRESHOLD = 20000  # points whose median value separates the labels


def uniform_on_sphere(
    random: np.random.Generator, number: int, variables: int
) -> Float64[np.ndarray, "number variables"]:
    """Return points, uniform on the unit sphere."""
    points = random.standard_normal((number, variables))
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    variables: int,
    ranges: Ranges,
    examples: int,
    choosing: int,
    judged: int,
    runs: int,
    world: Literal["none", "identity", "rotated", "shuffled_labels", "dense_teacher"] = "none",
) -> Outputs:
    """Return inputs [run, example, d], labels and chances [run, example] of three sets.

    Labels are 1 and -1, about half of each. A chance is uniform on [0, 1): to make a fraction p
    of labels wrong, those with a chance below p are flipped. Every run has its own target.

    Args:
        variables: d, a power of two.
        ranges: of the target's slopes and product.
        examples: of training; ``choosing`` of validation, ``judged`` of the test.
    """
    sets = {"examples": ("", examples), "choosing": ("choosing_", choosing)}
    sets["judged"] = ("judged_", judged)
    found: dict[str, list[np.ndarray]] = {name: [] for name in ARRAYS}
    for run in range(runs):

        def random_of(*role: str, run: int = run) -> np.random.Generator:
            return generator(root_seed, *seed_names, run, *role)

        random = random_of("target")
        target: Tree | DenseNetwork = Tree(random, variables, ranges)
        if world == "dense_teacher":
            target = DenseNetwork(random_of("dense target"), variables)
        threshold = np.median(target(uniform_on_sphere(random, _FOR_THRESHOLD, variables)))
        turn = np.eye(variables)
        if world == "rotated":
            turn = rotation(random_of("rotation"), variables)
        for role, (prefix, number) in sets.items():
            points = uniform_on_sphere(random_of(role), number, variables)
            labels = np.where(target(points) > threshold, 1.0, -1.0)
            chances = random_of(role, "chances").random((number,))
            if world == "shuffled_labels":
                labels = random_of(role, "shuffled").permutation(labels)
            found[f"{prefix}inputs"].append((points @ turn.T).astype(np.float32))
            found[f"{prefix}labels"].append(labels.astype(np.float32))
            found[f"{prefix}chances"].append(chances.astype(np.float32))
    return {"data": {name: np.stack(by_run) for name, by_run in found.items()}}
