"""Training: what is learned from, what chooses, and what cells have in common."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.wirings.ensemble import Ensemble, zero_parameters
from compsparse.studies.tickets.wired import train_networks
from compsparse.studies.tickets.wired.chosen import Cell, Networks, Trained
from compsparse.studies.tickets.wired.shape import WIRINGS, network_shape, variable_order
from tests.unit.studies.tickets.wired.planted import (
    CELL,
    SEEDS,
    arrays,
    examples,
    ran,
    stored,
)
from workflow_engine.provenance.arguments import ArgumentsError

PARAMS: dict[str, Any] = {
    **SEEDS,
    "wiring": "right",
    "variables": 8,
    "channels": 3,
    "cells": [CELL],
    "rates": [0.003, 0.03],
    "restarts": 2,
    "passes": 8,
    "batch": 16,
}
LOSSES = [
    f"{subset}_{kind}" for subset in ("train", "choosing", "judged") for kind in ("ramp", "error")
]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("data") / "examples.npz", examples())


def trained(path: Path, **changed: Any) -> dict[str, np.ndarray]:
    return arrays(ran(train_networks, {"examples": path}, {**PARAMS, **changed}))


def changed_file(path: Path, to: Path, **arrays_changed: np.ndarray) -> Path:
    return stored(to, {**np.load(path), **arrays_changed})


def margins(model: dict[str, np.ndarray], path: Path, prefix: str, wiring: str) -> np.ndarray:
    """Return label times output of the chosen networks of the first cell."""
    shape = network_shape(wiring, 8, 3)
    parameters = zero_parameters(shape, 2)
    for name, view in parameters.views.items():
        view.copy_(torch.from_numpy(model[name][0]))
    stored_data = np.load(path)
    inputs = torch.from_numpy(stored_data[f"{prefix}inputs"][:, :, variable_order(wiring, 8)])
    outputs = Ensemble(shape, parameters, batch=1).predict(inputs.mT.contiguous()).numpy()
    return np.asarray(outputs * stored_data[f"{prefix}labels"])


@pytest.mark.parametrize("wiring", WIRINGS)
def test_losses_are_those_of_the_weights_that_validation_chose(data: Path, wiring: str) -> None:
    model = trained(data, wiring=wiring)
    best = model["choosing_ramp"][0].argmin(axis=1)
    for prefix, name in (("", "train"), ("choosing_", "choosing"), ("judged_", "judged")):
        found = margins(model, data, prefix, wiring)
        ramp = (1 - found).clip(0, 1).mean(axis=1)
        np.testing.assert_allclose(model[f"{name}_ramp"][0, [0, 1], best], ramp, rtol=1e-4)
        wrong = (found <= 0).mean(axis=1)
        np.testing.assert_allclose(model[f"{name}_error"][0, [0, 1], best], wrong)
    # rates vary within restarts
    np.testing.assert_array_equal(
        model["configuration"], [[0.003, 0], [0.03, 0], [0.003, 1], [0.03, 1]]
    )


def test_the_evaluations_read_what_validation_chose(data: Path, tmp_path: Path) -> None:
    model = trained(data)
    networks = Networks("right", 8, 3, [Cell(**CELL)])
    read = Trained(stored(tmp_path / "model.npz", model), networks)
    best = model["choosing_ramp"].argmin(axis=2)[:, :, None]
    for name in LOSSES:
        wanted = np.take_along_axis(model[name], best, axis=2)[:, :, 0]
        np.testing.assert_array_equal(read.chosen(name), wanted)
    np.testing.assert_array_equal(
        read.gap(), read.chosen("judged_ramp") - read.chosen("train_ramp")
    )
    least = read.chosen("train_error", by="train_error")
    np.testing.assert_array_equal(least, model["train_error"].min(axis=2))


def test_something_is_learned(data: Path) -> None:
    model = trained(data, wiring="dense", passes=75, rates=[0.01, 0.03])
    assert (model["train_error"].min(axis=2) == 0).all()


def test_fresh_examples_teach_and_choose_nothing(data: Path, tmp_path: Path) -> None:
    turned = -np.load(data)["judged_labels"]
    one, two = trained(data), trained(changed_file(data, tmp_path / "o.npz", judged_labels=turned))
    for name in one:
        assert name.startswith("judged") == bool((one[name] != two[name]).any()), name


def test_what_chooses_teaches_nothing(data: Path, tmp_path: Path) -> None:
    turned = -np.load(data)["choosing_labels"]
    other = trained(changed_file(data, tmp_path / "o.npz", choosing_labels=turned))
    one = trained(data)
    for name in ("train_ramp", "judged_ramp"):
        np.testing.assert_array_equal(one[name], other[name])
    assert (one["choosing_ramp"] != other["choosing_ramp"]).all()


def test_a_cell_learns_from_its_first_examples_alone(data: Path, tmp_path: Path) -> None:
    labels = np.load(data)["labels"].copy()
    labels[:, 20:] *= -1
    few = [{**CELL, "examples": 20}]
    one, two = (
        trained(path, cells=few)
        for path in (data, changed_file(data, tmp_path / "o.npz", labels=labels))
    )
    for name in one:
        np.testing.assert_array_equal(one[name], two[name])
    labels[:, 19] *= -1
    last = trained(changed_file(data, tmp_path / "l.npz", labels=labels), cells=few)
    assert (last["train_ramp"] != one["train_ramp"]).any()


def test_cells_differ_in_what_they_say_and_in_nothing_else(data: Path) -> None:
    cells = [{**CELL, "examples": 20}, CELL, {**CELL, "noise": 0.5}, {**CELL, "decay": 1.0}]
    together = trained(data, cells=cells)
    for place, cell in enumerate(cells):
        alone = trained(data, cells=[cell])
        for name in LOSSES:
            np.testing.assert_allclose(together[name][place], alone[name][0], atol=1e-6)


def test_wrong_labels_are_those_of_low_chances_in_all_sets(data: Path, tmp_path: Path) -> None:
    whole = np.load(data)
    turned = {
        f"{prefix}labels": np.where(whole[f"{prefix}chances"] < 0.3, -1, 1).astype(np.float32)
        * whole[f"{prefix}labels"]
        for prefix in ("", "choosing_", "judged_")
    }
    wanted = trained(changed_file(data, tmp_path / "o.npz", **turned))
    found = trained(data, cells=[{**CELL, "noise": 0.3}])
    for name in wanted:
        np.testing.assert_array_equal(found[name], wanted[name])


def test_weights_decay_apart_from_the_gradient(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    monkeypatch.setattr(Adam, "step", lambda self, rate: None)
    cells = [{**CELL, "decay": 2.0}, CELL]
    model = trained(data, cells=cells, rates=[0.1], restarts=1, passes=1)
    left = np.prod([1 - 0.2 * share for share in (1, 1, 1, 0.5)])
    np.testing.assert_allclose(model["weights_0"][0], left * model["weights_0"][1], rtol=1e-5)


def test_the_rate_stays_for_half_of_the_steps_and_falls_evenly(
    monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    rates: list[float] = []
    monkeypatch.setattr(Adam, "step", lambda self, rate: rates.append(rate))
    trained(data, rates=[0.1], passes=2)
    assert rates == pytest.approx([0.1, 0.1, 0.1, 0.1, 0.1, 0.075, 0.05, 0.025])


def test_steps_grow_in_proportion_to_the_examples(
    monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    rates: list[float] = []
    monkeypatch.setattr(Adam, "step", lambda self, rate: rates.append(rate))
    trained(data, cells=[CELL, {**CELL, "examples": 32}], rates=[0.1], passes=3)
    assert len(rates) == 3 * 32 // 16 + 3 * 64 // 16


def test_the_wrong_wiring_reads_inputs_in_another_order(data: Path, tmp_path: Path) -> None:
    order = variable_order("wrong", 8)
    whole = np.load(data)
    permuted = {
        f"{prefix}inputs": whole[f"{prefix}inputs"][:, :, order]
        for prefix in ("", "choosing_", "judged_")
    }
    wanted = trained(changed_file(data, tmp_path / "o.npz", **permuted))
    found = trained(data, wiring="wrong")
    for name in wanted:
        np.testing.assert_array_equal(found[name], wanted[name])


# numpy says so, and goes on; torch was silent
@pytest.mark.filterwarnings("ignore:(overflow|invalid value) encountered in matmul")
def test_a_training_that_diverged_is_not_chosen(data: Path) -> None:
    model = trained(data, rates=[0.003, 1e30])
    np.testing.assert_array_equal(model["choosing_ramp"][..., 1::2], 1)
    assert np.isfinite(model["weights_0"]).all()
    assert (model["choosing_ramp"].min(axis=2) < 1).all()


def test_more_examples_than_there_are_are_refused(data: Path) -> None:
    with pytest.raises(ValueError, match="A cell has 65 examples; the data have 64"):
        trained(data, cells=[{**CELL, "examples": 65}])


def test_another_wiring_is_refused(data: Path) -> None:
    with pytest.raises(ArgumentsError, match=r"wiring is 'ring' .*'dense', 'right'"):
        trained(data, wiring="ring")
