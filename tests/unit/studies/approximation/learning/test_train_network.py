"""Trainings: what they read, what stays as it is, what is chosen and kept, what is refused."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.ensembles.wirings.shape import bit_reversed, tree
from compsparse.studies.approximation.learning import generate_examples, train_network
from compsparse.studies.approximation.learning.networks import Networks
from compsparse.studies.approximation.target.target import draw_target
from tests.unit.studies.approximation.planted import (
    DIFFERENT,
    SEEDS,
    arrays,
    described,
    ran,
    stored,
)
from workflow_engine.provenance.arguments import ArgumentsError
from workflow_engine.seeds import generator

D, EXAMPLES, LEARNED = 8, 200, 160
DATA_SEEDS = ["approximation", "test", "data"]
TREE = {"wiring": "tree", "channels": 4, "shared": False, "order": "own"}
TRAINING = {
    "network": TREE,
    "examples": EXAMPLES,
    "rates": [0.003, 0.03],
    "steps": 12,
    "batch": 16,
    **SEEDS,
}


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    params = {"target": DIFFERENT, "variables": D, "examples": EXAMPLES, "judged": 300, "runs": 2}
    made = ran(generate_examples, {}, {**params, **SEEDS, "seed_names": DATA_SEEDS})
    return stored(tmp_path_factory.mktemp("learning") / "examples.npz", arrays(made))


def trained(path: Path, source: Path | None = None, **changed: Any) -> dict[str, np.ndarray]:
    inputs: dict[str, Path | list[Path]] = {"examples": path}
    if source is not None:
        inputs["source"] = source
    return arrays(ran(train_network, inputs, {**TRAINING, **changed}))


def changed_file(path: Path, to: Path, **changes: np.ndarray) -> Path:
    return stored(to, {**np.load(path), **changes})


def read_in_training(
    monkeypatch: pytest.MonkeyPatch, path: Path, **changed: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs [step, run, example, d] and targets [step, run, example] of a training."""
    read: list[np.ndarray] = []
    wanted: list[np.ndarray] = []

    class Recorder(Networks):
        def step(
            self,
            inputs: np.ndarray,
            targets: np.ndarray,
            rates: Sequence[float],
            *,
            frozen: int = 0,
        ) -> None:
            read.append(inputs.swapaxes(1, 2).copy())
            wanted.append(targets.copy())
            super().step(inputs, targets, rates, frozen=frozen)

    monkeypatch.setattr(train_network, "Networks", Recorder)
    trained(path, **changed)
    return np.stack(read), np.stack(wanted)


def test_batches_are_of_the_examples_of_the_run_that_are_learned_from(
    monkeypatch: pytest.MonkeyPatch, examples: Path
) -> None:
    inputs, targets = read_in_training(monkeypatch, examples, steps=70)
    stored_arrays, last = np.load(examples), []
    for run in range(2):
        x, y = (stored_arrays[name][run] for name in ("inputs", "targets"))
        number = {row.tobytes(): index for index, row in enumerate(x)}
        drawn = np.array([number[row.tobytes()] for row in inputs[:, run].reshape(-1, D)])
        assert len(set(drawn)) > LEARNED / 2
        np.testing.assert_array_equal(y[drawn], targets[:, run].reshape(-1))
        last.append(drawn.max())
    assert max(last) == LEARNED - 1
    assert (inputs[:64] != inputs[-64:]).any()  # more than are drawn at once


def orders() -> list[np.ndarray]:
    names = SEEDS["root_seed"], *SEEDS["seed_names"], "order"
    return [generator(*names, run).permutation(D) for run in range(2)]


def test_fresh_batches_are_new_and_standardised_as_the_examples_are(
    monkeypatch: pytest.MonkeyPatch, examples: Path
) -> None:
    steps = 70  # more than are drawn at once
    inputs, targets = read_in_training(
        monkeypatch,
        examples,
        network={**TREE, "order": "random"},
        fresh=DIFFERENT,
        rates=[0.003],
        steps=steps,
    )
    rows = inputs.reshape(-1, D)
    assert len(np.unique(rows, axis=0)) == len(rows) == steps * 2 * 16
    np.testing.assert_allclose(rows.mean(axis=0), 0, atol=0.1)
    np.testing.assert_allclose(rows.var(axis=0), 1, atol=0.1)
    scale = np.load(examples)["scale"]
    for run, order in enumerate(orders()):
        points = np.empty((steps * 16, D))
        points[:, order] = inputs[:, run].reshape(-1, D) / 12**0.5 + 0.5
        target = draw_target(described(DIFFERENT), D, SEEDS["root_seed"], run)
        wanted = (target(np.clip(points, 0, 1)) - scale[run, 0]) / scale[run, 1]
        np.testing.assert_allclose(targets[:, run].reshape(-1), wanted, atol=1e-4)


def test_the_rate_stays_for_half_of_the_steps_and_falls_evenly(
    monkeypatch: pytest.MonkeyPatch, examples: Path
) -> None:
    used: list[list[float]] = []

    class Recorder(Networks):
        def step(
            self,
            inputs: np.ndarray,
            targets: np.ndarray,
            rates: Sequence[float],
            *,
            frozen: int = 0,
        ) -> None:
            used.append(list(rates))

    monkeypatch.setattr(train_network, "Networks", Recorder)
    trained(examples, rates=[0.1, 0.2], steps=8)
    first, second = zip(*used, strict=True)
    assert first == pytest.approx([0.1, 0.1, 0.1, 0.1, 0.1, 0.075, 0.05, 0.025])
    assert second == pytest.approx([2 * rate for rate in first])


@pytest.mark.parametrize("name", ["random", "bit_reversed"])
def test_an_order_is_that_of_the_variables(examples: Path, tmp_path: Path, name: str) -> None:
    by_run = orders() if name == "random" else [np.array([0, 4, 2, 6, 1, 5, 3, 7])] * 2
    assert all((order != np.arange(D)).any() for order in by_run)
    permuted = {
        key: np.stack([np.load(examples)[key][run][:, order] for run, order in enumerate(by_run)])
        for key in ("inputs", "judged_inputs")
    }
    ordered = changed_file(examples, tmp_path / "ordered.npz", **permuted)
    found = trained(examples, network={**TREE, "order": name})
    wanted, plain = trained(ordered), trained(examples)
    for subset in ("validation", "test"):
        np.testing.assert_array_equal(found[subset], wanted[subset])
        assert (found[subset] != plain[subset]).all()


def test_the_wrong_wiring_parts_all_neighbours() -> None:
    order = bit_reversed(16)
    assert sorted(order) == list(range(16))
    places = np.argsort(order)
    # the first of a pair goes into one half, the second into the other
    assert all(places[first] < 8 <= places[first + 1] for first in range(0, 16, 2))


@pytest.mark.parametrize("fresh", [False, True])
def test_the_weights_that_validation_chose_are_kept(examples: Path, fresh: bool) -> None:
    model = trained(examples, steps=40, fresh=DIFFERENT if fresh else None)
    networks = Networks(tree(D, 4), 1, [np.random.default_rng(0)] * 2, batch=1)
    networks.copy({name: model[name] for name in networks.parameters[0].views})
    data = np.load(examples)

    def errors(prefix: str, part: slice) -> np.ndarray:
        found = networks.predict(data[f"{prefix}inputs"][:, part].swapaxes(1, 2))[0]
        return np.asarray(((found - data[f"{prefix}targets"][:, part]) ** 2).mean(axis=1))

    best = model["validation"].argmin(axis=1)
    choosing = slice(0 if fresh else LEARNED, EXAMPLES)
    np.testing.assert_allclose(errors("", choosing), model["validation"].min(axis=1), rtol=1e-5)
    np.testing.assert_allclose(
        errors("judged_", slice(None)), model["test"][[0, 1], best], rtol=1e-5
    )
    np.testing.assert_array_equal(model["configuration"], [0.003, 0.03])


def test_something_is_learned(examples: Path) -> None:
    for network in (TREE, {"wiring": "dense", "widths": [16, 16], "order": "own"}):
        model = trained(examples, network=network, steps=1000, fresh=DIFFERENT)
        assert (model["test"].min(axis=1) < 0.5).all()


def test_test_data_choose_nothing_and_teach_nothing(examples: Path, tmp_path: Path) -> None:
    # the better a network is, the worse on these
    negated = -np.load(examples)["judged_targets"]
    other = changed_file(examples, tmp_path / "other.npz", judged_targets=negated)
    one, two = (trained(path, steps=100) for path in (examples, other))
    for name in one:
        assert (name == "test") == bool((one[name] != two[name]).any()), name


def test_what_chooses_teaches_nothing(examples: Path, tmp_path: Path) -> None:
    targets = np.load(examples)["targets"].copy()
    targets[:, LEARNED:] += 1
    one, two = (
        trained(examples),
        trained(changed_file(examples, tmp_path / "other.npz", targets=targets)),
    )
    np.testing.assert_array_equal(one["test"], two["test"])
    assert (one["validation"] != two["validation"]).all()


def first_weights(runs: int) -> dict[str, np.ndarray]:
    names = SEEDS["root_seed"], *SEEDS["seed_names"], "weights"
    networks = Networks(tree(D, 4), 1, [generator(*names, run) for run in range(runs)], batch=1)
    return networks.parameters[0].arrays()


def test_frozen_levels_stay_as_they_were_drawn(examples: Path) -> None:
    model = trained(examples, frozen=2)
    for name, first in first_weights(2).items():
        frozen = name.endswith(("_0", "_1"))
        assert bool((model[name] == first).all()) == frozen, name


def test_copied_levels_are_those_of_the_run_of_the_source(examples: Path, tmp_path: Path) -> None:
    kept = trained(examples, seed_names=["another", "source"])
    source = stored(tmp_path / "source.npz", kept)
    frozen = trained(examples, source, copied=2, frozen=2)
    copied = {f"{kind}_{level}" for kind in ("weights", "shifts") for level in (0, 1)}
    for name in copied:
        np.testing.assert_array_equal(frozen[name], kept[name])
    # steps that are too short to be seen leave what they began with
    begun = trained(examples, source, copied=2, rates=[1e-12])
    fresh = first_weights(2)
    for name in fresh:
        wanted = kept if name in copied else fresh
        np.testing.assert_allclose(begun[name], wanted[name], atol=1e-6)
        assert (abs(kept[name] - fresh[name]) > 1e-3).any(), name
    # and copied ones are trained unless they are frozen
    tuned = trained(examples, source, copied=2)
    assert (tuned["weights_0"] != kept["weights_0"]).any()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"batch": 161}, "A batch has 161 of 160 examples"),
        ({"examples": 201}, "examples is 201; the data have 200"),
    ],
)
def test_what_cannot_be_done_is_refused(examples: Path, changed: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        trained(examples, **changed)


@pytest.mark.parametrize("changed", [{"wiring": "forest"}, {"order": "sorted"}])
def test_other_networks_are_refused(examples: Path, changed: dict[str, str]) -> None:
    (value,) = changed.values()
    with pytest.raises(ArgumentsError, match=f"network.*'{value}'"):
        trained(examples, network={**TREE, **changed})


def test_batches_may_be_as_large_as_what_is_learned_from(examples: Path) -> None:
    trained(examples, batch=LEARNED, steps=1)
    trained(examples, batch=EXAMPLES, steps=1, fresh=DIFFERENT)


def test_a_training_that_diverged_is_not_chosen(examples: Path) -> None:
    model = trained(examples, rates=[0.003, 1e30])
    assert np.isfinite(model["validation"][:, 0]).all()
    assert np.isinf(model["validation"][:, 1]).all()
    assert np.isfinite(model["weights_0"]).all()
