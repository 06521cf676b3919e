"""Estimated suprema: against all networks where these can be tried, and in their order."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from compsparse.ensembles.wirings.ensemble import zero_parameters
from compsparse.studies.tickets.bounds import train_supremum
from compsparse.studies.tickets.bounds.known import factors
from compsparse.studies.tickets.wired.shape import WIRINGS, Wiring, network_shape
from tests.unit.studies.tickets.wired.planted import SEEDS, arrays, examples, ran, stored

PARAMS: dict[str, Any] = {
    **SEEDS,
    "sign_names": ["tickets", "test", "signs"],
    "wiring": "right",
    "channels": 2,
    "examples": 32,
    "signs": 3,
    "restarts": 3,
    "steps": 60,
    "share": 0.3,
}


def found(path: Path, **changed: Any) -> dict[str, np.ndarray]:
    return arrays(ran(train_supremum, {"examples": path}, {**PARAMS, **changed}))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("data") / "examples.npz", examples())


def test_of_one_unit_it_is_the_best_of_all_directions(tmp_path: Path) -> None:
    path = stored(tmp_path / "examples.npz", examples(variables=2))
    model = found(path, channels=1, wiring="dense", restarts=8)
    angles = np.linspace(0, 2 * np.pi, 2001)
    directions = np.stack([np.cos(angles), np.sin(angles)])
    inputs = np.load(path)["inputs"][:, :32]
    for run in range(2):
        for sign in range(3):
            signs = train_supremum.sign_vector(987, PARAMS["sign_names"], run, sign, 32)
            wanted = abs(signs @ (inputs[run] @ directions).clip(0) / 32).max()
            assert 0.98 * wanted < model["nodes"][run, sign].max() <= 1.0001 * wanted


@pytest.mark.parametrize("wiring", WIRINGS)
def test_it_is_below_the_bounds_and_above_nothing(data: Path, wiring: str) -> None:
    model = found(data, wiring=wiring)
    points = np.load(data)["inputs"][:, :32]
    for run in range(2):
        known = factors(network_shape(wiring, 8, 2), points[run])
        for constraint, bound in (("layers", "frobenius"), ("nodes", "degree")):
            reached = model[constraint][run].max(axis=1).mean()
            assert 0 < reached < known[bound]


def test_larger_classes_reach_more(data: Path) -> None:
    models = {name: found(data, wiring=name) for name in ("dense", "right", "convolution")}
    best = {name: model["layers"].max(axis=2).mean() for name, model in models.items()}
    assert best["dense"] > 1.2 * best["right"] > 1.5 * best["convolution"]
    # norms of nodes allow the right wiring's matrices more
    assert models["right"]["nodes"].max(axis=2).mean() > 1.3 * best["right"]


def test_where_all_nodes_have_one_norm_the_constraints_differ_by_a_factor(data: Path) -> None:
    model = found(data, wiring="convolution")
    np.testing.assert_allclose(model["layers"], model["nodes"] / (4 * 2 * 1 * 1) ** 0.5)
    model = found(data, wiring="dense")
    np.testing.assert_array_equal(model["layers"], model["nodes"])


def test_further_restarts_change_none_before_them(data: Path) -> None:
    few, more = found(data, restarts=2), found(data, restarts=3, signs=4)
    for name in few:
        np.testing.assert_allclose(more[name][:, :3, :2], few[name], rtol=1e-5)


@pytest.mark.parametrize("wiring", WIRINGS)
@pytest.mark.parametrize("constraint", ["layers", "nodes"])
def test_norms_are_scaled_to_one(wiring: Wiring, constraint: train_supremum.Constraint) -> None:
    shape = network_shape(wiring, 8, 3)
    parameters = zero_parameters(shape, 2)
    parameters.flat.copy_(torch.randn(len(parameters.flat), generator=torch.Generator()))
    train_supremum.normalize(parameters, shape, constraint)
    for place, level in enumerate(shape.levels):
        squares = parameters.views[f"weights_{place}"].square()
        if constraint == "nodes":
            of_norm = squares.sum(dim=(2, 3))
        else:
            of_norm = squares.sum(dim=(1, 2, 3)) * level.nodes / level.modules
        torch.testing.assert_close(of_norm, torch.ones_like(of_norm))
