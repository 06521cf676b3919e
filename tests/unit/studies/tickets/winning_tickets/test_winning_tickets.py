"""Tickets and controls: equal weights, what each lacks, and planted differences."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.tickets.student import train_dense
from compsparse.studies.tickets.student.training import Training
from compsparse.studies.tickets.teacher import generate_examples
from compsparse.studies.tickets.winning_tickets import evaluate_winning_tickets, train_controls
from compsparse.studies.tickets.winning_tickets.train_controls import NETWORKS
from tests.unit.studies.tickets.planted import (
    DATA,
    PAIRS,
    SEEDS,
    TRAINING,
    arrays,
    ran,
    rounds_file,
    stored,
)

DENSE: dict[str, Any] = {**SEEDS, **TRAINING}
PARAMS: dict[str, Any] = {**DENSE, "draws": 2}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path | list[Path]]:
    folder = tmp_path_factory.mktemp("files")
    drawn = arrays(ran(generate_examples, {}, {**SEEDS, **DATA, "teacher": PAIRS}))
    examples = stored(folder / "examples.npz", drawn)
    trained = arrays(ran(train_dense, {"examples": examples}, DENSE))
    dense = stored(folder / "dense.npz", trained)
    return {
        "examples": examples,
        "dense": dense,
        "rounds": rounds_file(folder / "r.npz", [8, 64, 6]),
    }


def test_controls_share_all_but_one_thing_with_the_ticket(
    files: dict[str, Path | list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, Any] = {}
    real = Training.train

    def watched(self: Training, first: Any, masks: Any) -> Any:
        trained = real(self, first, masks)
        seen.update(first=first, masks=masks, judged=trained.scores["judged"])
        return trained

    monkeypatch.setattr(Training, "train", watched)
    model = arrays(ran(train_controls, files, PARAMS))
    masks, weights = seen["masks"], seen["first"]["weights"]
    rounds, dense = files["rounds"], files["dense"]
    assert isinstance(rounds, Path)
    assert isinstance(dense, Path)
    ticket, first = np.load(rounds)["ticket"], np.load(dense)["first_weights"]
    networks = (*NETWORKS, *NETWORKS[1:])  # two draws of each control
    assert masks.shape[1] == weights.shape[1] == len(networks)
    assert (masks.sum(axis=(2, 3)) == ticket.sum(axis=(1, 2))[:, None]).all()
    for place, name in enumerate(networks):
        same_mask = np.array_equal(masks[:, place], ticket)
        assert same_mask == (name in ("ticket", "first_weights_drawn_anew"))
        same_weights = np.array_equal(weights[:, place], first)
        assert same_weights == (name != "first_weights_drawn_anew")
    # draws differ in what the control lacks
    for name, drawn in (("first_weights_drawn_anew", weights), ("mask_shuffled_inputs", masks)):
        one, other = (place for place, network in enumerate(networks) if network == name)
        assert not np.array_equal(drawn[:, one], drawn[:, other])
    first_run = [
        seen["judged"][0][
            [place for place, network in enumerate(networks) if network == name]
        ].mean()
        for name in NETWORKS
    ]
    assert model["judged"][0] == pytest.approx(first_run)
    # a run without a ticket has no scores
    assert np.isnan(model["judged"][1]).all()
    assert np.isfinite(model["judged"][[0, 2]]).all()


def test_planted_gains(tmp_path: Path) -> None:
    cells = [
        {"teacher": "arity 2", "kind": "sparse"},
        {"teacher": "arity 4", "kind": "sparse"},
        {"teacher": "arity 32", "kind": "dense"},
        {"teacher": "mine", "kind": "own"},
    ]
    controls, dense = [], []
    for number, loss in enumerate((0.1, 0.3, 0.0, 0.7)):
        judged = np.full((3, len(NETWORKS)), 0.9)
        judged[:, 1] -= loss
        judged[:, 3] -= 2 * loss
        density = np.full(3, 0.01 * (number + 1))
        controls.append(stored(tmp_path / f"c{number}.npz", {"judged": judged, "density": density}))
        dense.append(stored(tmp_path / f"d{number}.npz", {"judged": np.full(3, 0.95)}))
    params = {"root_seed": 987, "cells": cells}
    outputs = ran(evaluate_winning_tickets, {"controls": controls, "dense": dense}, params)
    content = outputs["metrics"]
    assert isinstance(content, dict)
    found = {name: metric["value"] for name, metric in content["tickets_winning_tickets"].items()}
    assert found["sparse_gain_over_first_weights_drawn_anew"] == pytest.approx(0.2)
    assert found["sparse_gain_over_mask_shuffled_inputs"] == pytest.approx(0.4)
    assert found["sparse_gain_over_mask_shuffled_within_units"] == pytest.approx(0)
    assert found["dense_gain_over_first_weights_drawn_anew"] == pytest.approx(0)
    assert found["sparse_loss_of_ticket"] == pytest.approx(0.05)
    assert found["sparse_density"] == pytest.approx(0.02)
    assert found["dense_density"] == pytest.approx(0.03)
    table = outputs["table"]
    assert isinstance(table, pd.DataFrame)
    assert len(table) == 4 * 3 * (len(NETWORKS) + 1)
