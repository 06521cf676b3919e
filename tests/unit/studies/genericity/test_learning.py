"""Networks, their training, and what is chosen of it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from compsparse.studies.genericity.learning import train_targets
from compsparse.studies.genericity.learning.chosen import (
    Trained,
    best_rates,
    chosen_table,
    read_trained,
)
from compsparse.studies.genericity.learning.network import Networks
from tests.unit.studies.step_files import arrays, ran, stored

TARGETS: dict[str, Any] = {
    "one": {"products": ["1"], "shift": 0.0, "probability": 0.5},
    "parity": {"products": ["1..6"], "shift": 0.0, "probability": 0.5},
    "biased": {"products": ["1"], "shift": 0.0, "probability": 0.8},
}
PARAMS: dict[str, Any] = {
    "root_seed": 5,
    "seed_names": ["genericity", "test"],
    "targets": TARGETS,
    "variables": 8,
    "width": 16,
    "rates": [0.001, 0.01],
    "steps": 200,
    "batch": 32,
    "judged": 200,
    "every": 20,
    "learned": 0.1,
    "runs": [0, 1],
}


def test_an_update_is_that_of_plain_torch() -> None:
    networks = Networks(5, 7, [np.random.default_rng(run) for run in range(7)])  # two groups
    peers = []
    for layers in zip(*networks.layers(), strict=True):
        modules: list[Any] = []
        for values in map(torch.tensor, layers):
            linear = torch.nn.Linear(len(values) - 1, values.shape[1])
            linear.load_state_dict({"weight": values[:-1].T, "bias": values[-1]})
            modules += [linear, torch.nn.ReLU()]
        peers.append(torch.nn.Sequential(*modules[:-1]))
    random = np.random.default_rng(9)
    x = random.standard_normal((6, 11, 5)).astype(np.float32)
    y = random.standard_normal((7, 6, 11)).astype(np.float32)
    rates = np.linspace(0.005, 0.02, 7, dtype=np.float32)[:, None]
    for steps in (slice(4), slice(4, 6)):
        networks.learn(x[steps], y[:, steps], rates)
    for peer, rate, wanted in zip(peers, rates[:, 0], y, strict=True):
        optimizer = torch.optim.Adam(peer.parameters(), lr=float(rate))
        for batch, values in zip(torch.from_numpy(x), torch.from_numpy(wanted), strict=True):
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(peer(batch)[:, 0], values).backward()
            optimizer.step()
    judged = x.reshape(-1, 5)
    predicted = np.stack([peer(torch.from_numpy(judged))[:, 0].detach().numpy() for peer in peers])
    np.testing.assert_allclose(networks.predict(judged), predicted, rtol=1e-3, atol=1e-4)


def test_a_target_that_is_learned_leaves_and_changes_no_other() -> None:
    together = arrays(ran(train_targets, {}, PARAMS))
    one = list(TARGETS).index("one")
    assert (together["steps"][:, one, 1] > 0).all()
    reached = together["steps"][:, one, 1] // 20 - 1
    for run in range(2):
        curve = together["validation"][run, one, 1]
        assert curve[reached[run]] <= 0.1 and np.isnan(curve[reached[run] + 1 :]).all()
        assert (curve[: reached[run]] > 0.1).all()
    # every training has an end, at which it was tested
    assert np.isfinite(together["test"]).all()
    more = arrays(ran(train_targets, {}, PARAMS | {"rates": [0.001, 0.01, 0.02]}))
    np.testing.assert_array_equal(more["steps"][:, :, :2], together["steps"])


def test_runs_apart_have_what_they_have_together(tmp_path: Path) -> None:
    given = PARAMS | {"steps": 60}

    def trained(*runs: int) -> Path:
        made = arrays(ran(train_targets, {}, given | {"runs": runs}))
        return stored(tmp_path / f"{runs}.npz", {n: made[n] for n in Trained.__dataclass_fields__})

    apart = read_trained([trained(0), trained(1)], list(TARGETS))
    together = read_trained([trained(0, 1)], list(TARGETS))
    for name in Trained.__dataclass_fields__:
        np.testing.assert_array_equal(getattr(apart, name), getattr(together, name))


def test_worlds_change_what_is_learned() -> None:
    identity = arrays(ran(train_targets, {}, PARAMS | {"world": "identity"}))
    none = arrays(ran(train_targets, {}, PARAMS))
    np.testing.assert_array_equal(identity["steps"], none["steps"])
    shuffled = arrays(ran(train_targets, {}, PARAMS | {"world": "shuffled"}))
    assert (shuffled["steps"] == -1).all()
    fair = arrays(ran(train_targets, {}, PARAMS | {"world": "no_bias"}))
    biased = list(TARGETS).index("biased")
    assert (fair["steps"][:, biased] != none["steps"][:, biased]).any()
    linear = arrays(ran(train_targets, {}, PARAMS | {"world": "linear"}))
    parity = list(TARGETS).index("parity")
    assert (linear["steps"][:, parity, 1] > 0).all() > (none["steps"][:, parity, 1] > 0).any()


def test_a_rate_that_diverges_is_told_and_never_chosen() -> None:
    found = arrays(ran(train_targets, {}, PARAMS | {"rates": [0.01, 1e30]}))
    assert (found["steps"][..., 1] == -1).all()
    trained = Trained(**{name: found[name] for name in Trained.__dataclass_fields__})
    assert (best_rates(trained)[:, 0] == 0).all()
    assert (chosen_table(trained, list(TARGETS))["diverged"] == 1).all()


def test_validation_chooses_and_not_the_test(tmp_path: Path) -> None:
    of_first = [[0.5, 0.05, np.nan], [0.6, 0.3, 0.2]]
    of_second = [[0.9, 0.8, 0.7], [0.9, 0.6, 0.9]]
    trained = Trained(
        validation=np.array([[of_first, of_second]]),
        steps=np.array([[[20, -1], [-1, -1]]]),
        test=np.array([[[0.4, 0.001], [0.001, 0.5]]]),
        rates=np.array([0.1, 0.2]),
        look=np.array([10, 20, 30]),
    )
    rows = chosen_table(trained, ["a", "b"]).set_index("target")
    columns = ["steps", "error", "chosen"]
    assert rows.loc["a", columns].tolist() == [20, 0.4, 0.1]
    assert rows.loc["b", columns].tolist() == [40, 0.5, 0.2]
    assert rows["learned"].tolist() == [True, False]


@pytest.mark.parametrize("name", ["shift", "probability"])
def test_bad_laws_of_inputs_are_refused(name: str) -> None:
    wrong = {**TARGETS, "one": {**TARGETS["one"], name: 2.0}}
    if name == "probability":
        with pytest.raises(ValueError, match="between 0 and 1"):
            ran(train_targets, {}, PARAMS | {"targets": wrong})
    else:
        assert ran(train_targets, {}, PARAMS | {"targets": wrong, "steps": 20})
