"""Datasets and histories of other types or shapes, or not finite: read, or refused by entry."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.studies.circuits.circuit.stored import circuit_arrays, read_circuits
from compsparse.studies.circuits.local_steps.automata.automaton import (
    Grown,
    Tasks,
    grown_arrays,
    read_grown,
)
from compsparse.studies.circuits.local_steps.cellular.stored import States, read_states
from compsparse.studies.circuits.next_token.curve import Curve
from compsparse.studies.circuits.next_token.examples import Examples, read_examples
from compsparse.studies.circuits.next_token.program import program_of
from compsparse.studies.circuits.next_token.tasks import circuit_of
from compsparse.studies.composition.attention.history import read_history as read_learned
from compsparse.studies.emergence.staircase.flow_history import read_flow_history
from compsparse.studies.emergence.starts.stored import read_starts
from compsparse.studies.experts.learning.measured import chosen_errors
from compsparse.studies.experts.skills.target import Skills
from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.discussion.evaluate_recommender import chosen_losses
from compsparse.studies.factorial.histories.history import read_history
from compsparse.studies.genericity.learning.chosen import read_trained
from tests.fuzz.effort import tries
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.named_axes import read_dataclass

Arrays = dict[str, np.ndarray]
RUNS, STEPS = 3, 4


def _dataset() -> Arrays:
    params: Any = {
        "root_seed": 0,
        "seed_names": ["fuzz"],
        "input_factors": [2, 3],
        "output_factors": [2, 2],
        "connectivity": 0.5,
        "concentration": 0.5,
        "runs": RUNS,
    }
    made: Any = generate_dataset.run({}, **params)["dataset"]
    return dict(made)


PER_RUN = ["replicate", "approximation_complexity", "statistical_complexity"]
PER_RUN += ["embedding_dimension", "parents", "variant", "dataset"]
HISTORY: Arrays = {
    "input_sizes": np.array([2, 3]),
    "output_sizes": np.array([2, 2]),
    "step": np.arange(STEPS),
    "loss": np.ones((RUNS, STEPS)),
    "flops": np.ones((RUNS, STEPS)),
    **{name: np.arange(RUNS) for name in PER_RUN},
}
CHOICES: Arrays = {
    "step": np.arange(STEPS),
    "validation_0": np.ones((RUNS, STEPS)),
    "population_0": np.ones((RUNS, STEPS)),
    **{name: np.arange(RUNS) for name in ("parents", "samples", "replicate", "restart")},
}
STARTS: Arrays = {
    "coordinates": np.full((RUNS, STEPS, 2), 0.1),
    "directions": np.array(2),
    "dimension": np.array(9),
}
FLOW: Arrays = {
    "time": np.arange(1.0, STEPS + 1),
    "tail": np.array(0.1),
    "loss": np.ones((RUNS, STEPS)),
    "alignment": np.ones((RUNS, STEPS, 2)),
    **{name: np.ones((RUNS, 2)) for name in ("aligned", "recovered", "start")},
}
LEARNED: Arrays = {
    "step": np.arange(STEPS),
    "rate": np.array([0.1, 0.2]),
    **{name: np.ones((2, RUNS, STEPS, 2)) for name in ("accuracy", "validation")},
    **{name: np.ones((2, RUNS)) for name in ("recovered", "attention")},
    "first_layer": np.ones((2, RUNS, 6, 6), dtype=np.float32),
    "even_gradient": np.ones(RUNS),
    "hidden": np.zeros((RUNS, 2, 3), dtype=np.int64),
}
CIRCUITS = circuit_arrays({"n2": circuit_of("parity", 2), "n3": circuit_of("parity", 3)})
_BITS = np.zeros((RUNS, STEPS, 2), dtype=bool)
EXAMPLES = Examples(program_of(circuit_of("parity", 2)), _BITS, _BITS).arrays()
CURVE: Arrays = {
    "sample_counts": np.arange(1, STEPS + 1),
    "inputs": np.array(2),
    "held_out": np.array(5),
    "gate_mistakes": np.ones((STEPS, RUNS, 2), dtype=np.int32),
    **{
        name: np.ones((STEPS, RUNS), dtype=np.int32)
        for name in ("without_mistake", "chain_right", "outputs_right")
    },
}
GRIDS = States(np.zeros((RUNS, 2, 2, 4), dtype=bool), np.ones((RUNS, 1, 2, 4), dtype=bool)).arrays()
_FOLLOWS = np.zeros((RUNS, 2, 2), dtype=np.uint8)
STRINGS: Arrays = {"follows": _FOLLOWS, "training": _FOLLOWS, "test": _FOLLOWS}
_ANSWERS = np.zeros((RUNS, 2, 2, 2), dtype=np.uint8)
_LEAVES = np.ones((RUNS, 2), dtype=np.int64)
TREES = grown_arrays([Grown(np.array([1, 2]), _ANSWERS, _LEAVES, np.ones((RUNS, 2)))])
_SEEN = np.zeros((RUNS, 1, 4), dtype=bool)
SKILLS: Arrays = {
    "linear": np.ones((RUNS, 2, 4, 3, 3)),
    "offset": np.ones((RUNS, 2, 4, 3)),
    "held_out": _SEEN,
    "codes": np.ones((4, 4), dtype=np.float32),
}
METHODS: Arrays = {
    "test_own": np.ones((RUNS, 1, 2, 4)),
    "validation_own": np.ones((RUNS, 1, 2)),
    "path_own": np.zeros((RUNS, 1, 4), dtype=np.int64),
    "held_out": _SEEN,
    "rates": np.array([0.1, 0.2]),
    "parameters": np.array([70]),
}
TRAINED: Arrays = {
    "validation": np.ones((RUNS, 1, 2, STEPS)),
    "steps": np.ones((RUNS, 1, 2), dtype=np.int64),
    "test": np.ones((RUNS, 1, 2)),
    "rates": np.array([0.1, 0.2]),
    "look": np.arange(1, STEPS + 1),
}
READERS: dict[str, tuple[Arrays, Callable[[Path], object]]] = {
    "dataset": (_dataset(), read_dataset),
    "skills": (SKILLS, lambda path: read_dataclass(path, Skills)),
    "methods": (METHODS, lambda path: chosen_errors([{"methods": ["own"]}], {"models": [path]})),
    "trained": (TRAINED, lambda path: read_trained([path], ["a"])),
    "history": (HISTORY, read_history),
    "starts": (STARTS, read_starts),
    "flow": (FLOW, read_flow_history),
    "learned": (LEARNED, read_learned),
    "circuits": (CIRCUITS, read_circuits),
    "examples": (EXAMPLES, read_examples),
    "curve": (CURVE, lambda path: read_dataclass(path, Curve)),
    "grids": (GRIDS, read_states),
    "strings": (STRINGS, lambda path: read_dataclass(path, Tasks)),
    "trees": (TREES, lambda path: read_grown(path, 1)),
    "choices": (CHOICES, lambda path: chosen_losses(path, [0.1])),
}

ODD: list[np.ndarray] = [
    np.array(3),
    np.array([]),
    np.array(["a", "b"]),
    np.array([2**40, 2**40]),
    np.array([2**62, 2**62, 2**62]),
    np.array([-1, 2]),
    np.array([0, 2]),
    np.full((RUNS, STEPS), np.nan),
    np.full((RUNS, STEPS), np.inf),
    np.zeros((RUNS, 0)),
    np.zeros(RUNS, dtype=np.float32),
    np.zeros((RUNS, STEPS, 2)),
    np.array([True, False, True]),
    np.zeros(RUNS, dtype="M8[s]"),
    np.zeros(RUNS, dtype=[("a", "<f8")]),
]
SPOILERS: list[Callable[[np.ndarray], np.ndarray]] = [
    lambda a: a.astype(np.float32),
    lambda a: a.astype(a.dtype.newbyteorder(">")),
    lambda a: a[..., None],
    lambda a: a[..., :-1],
    lambda a: a[:0],
    lambda a: a.T,
    lambda a: -a.astype(np.float64),
    lambda a: a * 0,
    lambda a: a.astype(np.float64) * np.nan,
    lambda a: a.astype(str),
    lambda a: np.concatenate([a, a]),
]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for a file."""
    return tmp_path_factory.mktemp("study") / "artifact.npz"


@pytest.mark.parametrize("kind", READERS)
def test_the_files_are_read_before_they_are_spoiled(path: Path, kind: str) -> None:
    arrays, read = READERS[kind]
    np.savez(path, **arrays)
    read(path)


@tries(120)
@given(st.sampled_from(sorted(READERS)), st.data())
def test_a_spoiled_entry_is_refused_with_file_and_entry(
    path: Path, kind: str, data: st.DataObject
) -> None:
    arrays, read = READERS[kind]
    name = data.draw(st.sampled_from(sorted(arrays)))
    odd = data.draw(st.sampled_from([None, *range(len(ODD)), *SPOILERS]))
    spoiled = {other: array for other, array in arrays.items() if other != name}
    if odd is not None:
        whole = np.atleast_1d(arrays[name])  # a single number is spoiled as a list of one
        spoiled[name] = ODD[odd] if isinstance(odd, int) else odd(whole)
    np.savez(path, **spoiled)
    try:
        read(path)
    except ArtifactError as error:
        message = str(error)
    else:
        return
    assert message.startswith(f"{path}: ") and len(message) < 1000


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("odd", range(len(ODD)))
def test_every_odd_array_at_every_place_is_read_or_refused(path: Path, kind: str, odd: int) -> None:
    arrays, read = READERS[kind]
    for name in arrays:
        np.savez(path, **(arrays | {name: ODD[odd]}))
        try:
            read(path)
        except ArtifactError as error:
            message = str(error)
        else:
            continue
        assert message.startswith(f"{path}: "), name
