"""Rounds and pruning at once: gradients, what is frozen, how long, what is judged, refusals."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.studies.tickets.transformer import prune_mlp, prune_mlp_one_shot
from compsparse.studies.tickets.transformer.examples import Examples
from compsparse.studies.tickets.transformer.frozen import frozen_part, read_model
from compsparse.studies.tickets.transformer.masks import MLP_WEIGHTS, prune
from compsparse.studies.tickets.transformer.mlp_round import MlpRound, mlp_gradient, mlp_logits
from compsparse.studies.tickets.transformer.model import MLP, Shape, Transformer
from tests.unit.studies.tickets.transformer.planted import (
    SEEDS,
    TRAINING,
    arrays,
    drawn,
    ran,
    stored,
    trained,
)
from workflow_engine.seeds import generator

ROUNDS: dict[str, Any] = {
    **SEEDS,
    "heads": 2,
    "step": 0.15,
    "rounds": 3,
    "tolerance": 0.9,
    **{name: TRAINING[name] for name in ("steps", "batch", "l1")},
    "rate": TRAINING["rates"][0],
}
SHAPE = Shape(width=8, heads=2, hidden=10, outputs=3)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path | list[Path]]:
    folder = tmp_path_factory.mktemp("prune")
    examples = stored(folder / "examples.npz", drawn())
    model = stored(folder / "model.npz", trained(examples, steps=30))
    return {"examples": examples, "model": model}


def opened(files: dict[str, Any]) -> tuple[Examples, dict[str, np.ndarray]]:
    return Examples(files["examples"]), read_model(files["model"])


def pruned(files: dict[str, Any], **changed: Any) -> dict[str, np.ndarray]:
    return arrays(ran(prune_mlp, files, {**ROUNDS, **changed}))


def test_what_stands_around_the_mlp_gives_the_whole_networks_numbers(files: dict[str, Any]) -> None:
    examples, views = opened(files)
    fixed = frozen_part(examples, views, 2, "test")
    features = examples.features("test")[examples.network_runs]
    whole = Transformer(SHAPE, views).logits(features).reshape(4, 3, 3, -1)
    found = mlp_logits(views, fixed)
    wanted = whole.transpose(0, 3, 2, 1).reshape(found.shape)
    np.testing.assert_allclose(found, wanted, atol=1e-5, rtol=1e-4)
    part = fixed.select(np.array([3, 1]))
    weights = {name: views[name][[3, 1]] for name in MLP}
    np.testing.assert_allclose(mlp_logits(weights, part), found[[3, 1]], atol=1e-6)


def test_a_batch_has_whole_sequences_of_its_networks(files: dict[str, Any]) -> None:
    fixed = frozen_part(*opened(files), 2, "learned")
    chosen = np.array([[5, 0], [59, 5]])
    batch = fixed.batch(np.array([2, 0]), chosen)
    for place, network in enumerate((2, 0)):
        rows = [3 * int(sequence) + answer for sequence in chosen[place] for answer in range(3)]
        for name in ("stream", "read", "labels"):
            wanted = getattr(fixed, name)[network][rows]
            np.testing.assert_array_equal(getattr(batch, name)[place], wanted)
        np.testing.assert_array_equal(batch.readout[place], fixed.readout[network])
        np.testing.assert_array_equal(batch.readout_bias[place], fixed.readout_bias[network])


def loss(leaves: dict[str, torch.Tensor], fixed: Any) -> torch.Tensor:
    """Return what rounds minimize, but for the L1 penalty, by torch."""
    stream, read, labels, readout, bias = (
        torch.from_numpy(getattr(fixed, name))
        for name in ("stream", "read", "labels", "readout", "readout_bias")
    )
    hidden = (read @ leaves["up"] + leaves["up_shift"][:, None]).relu()
    whole = stream + hidden @ leaves["down"] + leaves["down_shift"][:, None]
    logits = torch.nn.functional.layer_norm(whole, whole.shape[-1:]) @ readout + bias
    losses = torch.nn.functional.binary_cross_entropy_with_logits
    return losses(logits, labels, reduction="sum") / labels.shape[1]


def test_gradients_are_those_of_automatic_differentiation(files: dict[str, Any]) -> None:
    examples, views = opened(files)
    fixed = frozen_part(examples, views, 2, "validation")
    leaves = {name: torch.from_numpy(views[name]).clone().requires_grad_() for name in MLP}
    loss(leaves, fixed).backward()  # type: ignore[no-untyped-call]
    gradient = {name: np.full_like(views[name], np.nan) for name in MLP}
    mlp_gradient(views, fixed, gradient)
    for name, leaf in leaves.items():
        assert leaf.grad is not None
        np.testing.assert_allclose(gradient[name], leaf.grad.numpy(), atol=1e-6, rtol=1e-3)


def test_a_round_without_dead_units_is_the_same_round(files: dict[str, Any]) -> None:
    examples, views = opened(files)
    learned = frozen_part(examples, views, 2, "learned")
    masks = {name: np.ones_like(views[name], np.bool_) for name in MLP_WEIGHTS}
    masks["down"][:, [2, 7]] = False
    start = {name: views[name] for name in MLP}
    short = MlpRound(start, masks, learned, np.arange(4), l1=0.0)
    chosen = np.random.default_rng(0).integers(60, size=(4, 16))
    for _ in range(3):
        short.update(chosen, 0.01)
    found = short.weights()
    assert not found["up"][:, :, [2, 7]].any()
    assert not found["down"][:, [2, 7]].any()
    # by automatic differentiation, with all units
    leaves = {name: torch.from_numpy(v).clone().requires_grad_() for name, v in start.items()}
    optimizer = torch.optim.Adam(list(leaves.values()), lr=0.01)
    batch = learned.batch(np.arange(4), chosen)
    for _ in range(3):
        optimizer.zero_grad()
        kept = leaves | {"down": leaves["down"] * torch.from_numpy(masks["down"])}
        loss(kept, batch).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    live = [0, 1, 3, 4, 5, 6, 8, 9]
    np.testing.assert_allclose(
        found["up"][:, :, live], leaves["up"][:, :, live].detach().numpy(), atol=1e-4, rtol=1e-3
    )
    shift = leaves["down_shift"].detach().numpy()
    np.testing.assert_allclose(found["down_shift"], shift, atol=1e-5, rtol=1e-4)


def recorded(monkeypatch: pytest.MonkeyPatch, files: dict[str, Any], **changed: Any) -> list[Any]:
    rounds: list[Any] = []

    class Recorder(MlpRound):
        def __init__(
            self, start: Any, masks: Any, learned: Any, networks: Any, **options: Any
        ) -> None:
            self.start, self.masks, self.learned = start, masks, learned
            self.rates: list[float] = []
            self.chosen: list[np.ndarray] = []
            super().__init__(start, masks, learned, networks, **options)
            rounds.append(self)

        def update(self, chosen: Any, rate: float) -> None:
            self.rates.append(rate)
            self.chosen.append(chosen.copy())
            super().update(chosen, rate)

    monkeypatch.setattr(prune_mlp, "MlpRound", Recorder)
    pruned(files, **changed)
    return rounds


def test_rounds_are_as_long_as_the_dense_training_and_masks_shrink(
    monkeypatch: pytest.MonkeyPatch, files: dict[str, Any]
) -> None:
    rounds = recorded(monkeypatch, files)
    _, views = opened(files)
    assert len(rounds) == 3
    before = {name: np.ones_like(views[name], np.bool_) for name in MLP_WEIGHTS}
    for number, recorder in enumerate(rounds, start=1):
        assert recorder.rates == [constant_then_linear(0.01, 6)(step) for step in range(6)]
        left = recorder.weights()
        for name in MLP_WEIGHTS:
            mask = recorder.masks[name]
            assert mask.reshape(4, -1).sum(axis=1).tolist() == [round(0.85**number * 80)] * 4
            assert not (mask & ~before[name]).any()
            assert not left[name][~mask].any()
            assert (left[name] != recorder.start[name]).any()
        before = recorder.masks
    wanted = prune({name: np.abs(views[name]) for name in MLP_WEIGHTS}, _whole(views), 0.85)
    assert all(np.array_equal(rounds[0].masks[name], wanted[name]) for name in MLP_WEIGHTS)
    # weights go on from where they are, chosen by what they have become
    last = rounds[0].weights()
    assert all(np.array_equal(rounds[1].start[name], last[name]) for name in MLP)
    again = prune({name: np.abs(last[name]) for name in MLP_WEIGHTS}, rounds[0].masks, 0.85**2)
    assert all(np.array_equal(rounds[1].masks[name], again[name]) for name in MLP_WEIGHTS)


def _whole(views: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {name: np.ones_like(views[name], np.bool_) for name in MLP_WEIGHTS}


def test_batches_are_new_in_every_round_equal_in_tasks_and_of_what_is_learned_from(
    monkeypatch: pytest.MonkeyPatch, files: dict[str, Any]
) -> None:
    rounds = recorded(monkeypatch, files, steps=20)
    chosen = np.stack([recorder.chosen for recorder in rounds])
    np.testing.assert_array_equal(chosen[:, :, 0], chosen[:, :, 1])
    assert (chosen[:, :, 0] != chosen[:, :, 2]).any()
    assert (chosen[0] != chosen[1]).any()
    assert all(recorder.learned.labels.shape[1] == 3 * 60 for recorder in rounds)


def test_accuracies_begin_with_the_dense_network(files: dict[str, Any]) -> None:
    found, model = pruned(files), np.load(files["model"])
    np.testing.assert_allclose(found["density"], [1, 0.85, 0.7225, 0.614125])
    for subset in ("validation", "test"):
        assert found[subset].shape == (2, 2, 4)
        np.testing.assert_allclose(found[subset][..., 0], model[subset], atol=0.02)
    assert (found["validation"] != found["test"]).any()


def test_who_is_given_up_has_no_later_accuracies_and_changes_no_other(
    files: dict[str, Any],
) -> None:
    found, whole = pruned(files, tolerance=0.001, rounds=6), pruned(files, rounds=6)
    fallen = whole["validation"] < whole["validation"][..., :1] - 0.001
    assert fallen.any()
    missing = np.zeros_like(fallen)
    missing[..., 1:] = np.cumsum(fallen, axis=-1)[..., :-1] > 0
    for subset in ("validation", "test"):
        np.testing.assert_array_equal(np.isnan(found[subset]), missing)
        # stacked with others, last bits may differ
        np.testing.assert_allclose(found[subset][~missing], whole[subset][~missing], atol=0.01)


def test_a_network_goes_on_alone(tmp_path: Path) -> None:
    examples = stored(tmp_path / "examples.npz", drawn(tasks=[{"kind": "random", "arity": 2}]))
    model = trained(examples, steps=30)
    # without what it reads, the second network gives the same whatever is pruned
    model["reading"][1] = 0.0
    files: dict[str, Any] = {"examples": examples, "model": stored(tmp_path / "m.npz", model)}
    found = pruned(files, tolerance=0.001, rounds=12, rate=0.05)["validation"][:, 0]
    assert np.isnan(found[0]).any()
    assert not np.isnan(found[1]).any()
    whole = pruned(files, rounds=12, rate=0.05)["validation"][:, 0]
    there = ~np.isnan(found)
    np.testing.assert_allclose(found[there], whole[there], atol=0.02)


def test_pruning_at_once_trains_nothing(files: dict[str, Any]) -> None:
    params = {**SEEDS, "heads": 2, "step": 0.15, "rounds": 8}
    found = arrays(ran(prune_mlp_one_shot, files, params))
    examples, views = opened(files)
    by_magnitude = {name: np.abs(views[name]) for name in MLP_WEIGHTS}
    names = SEEDS["root_seed"], *SEEDS["seed_names"], "random"
    randoms = [generator(*names, run) for run in (0, 0, 1, 1)]
    at_random = {
        name: np.stack([random.random(views[name].shape[1:]) for random in randoms]).astype(
            np.float32
        )
        for name in MLP_WEIGHTS
    }
    for subset in ("validation", "test"):
        fixed = frozen_part(examples, views, 2, subset)
        for method, scores in (("magnitude", by_magnitude), ("random", at_random)):
            for place, density in enumerate(found["density"]):
                masks = prune(scores, _whole(views), float(density))
                left = {name: views[name] * masks.get(name, 1) for name in MLP}
                right = (mlp_logits(left, fixed) > 0) == (fixed.labels > 0)
                wanted = right.mean(axis=(1, 2)).reshape(2, 2)
                np.testing.assert_array_equal(found[f"{method}_{subset}"][..., place], wanted)
    assert (found["magnitude_validation"] != found["random_validation"]).any()


def test_what_is_refused(files: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="leaves nothing of 80 weights of up"):
        pruned(files, rounds=40, steps=1)
    with pytest.raises(ValueError, match="leaves nothing of 80 weights of up"):
        ran(prune_mlp_one_shot, files, {**SEEDS, "heads": 2, "step": 0.15, "rounds": 40})
    with pytest.raises(FloatingPointError, match="A round diverged"):
        pruned(files, rate=1e30)
