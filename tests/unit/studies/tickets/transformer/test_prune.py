"""Rounds and pruning at once: gradients, what is frozen, how long, what is judged, refusals."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.transformer import prune_mlp, prune_mlp_one_shot
from compsparse.studies.tickets.transformer.examples import Examples
from compsparse.studies.tickets.transformer.frozen import frozen_part, read_model
from compsparse.studies.tickets.transformer.masks import prune
from compsparse.studies.tickets.transformer.mlp_gradient import MlpGradient, mlp_logits
from compsparse.studies.tickets.transformer.mlp_round import MlpRound
from compsparse.studies.tickets.transformer.model import MLP, MLP_WEIGHTS, Shape, transformer_logits
from compsparse.studies.tickets.transformer.train_transformers import cross_entropy
from tests.unit.studies.tickets.transformer.planted import (
    SEEDS,
    TRAINING,
    arrays,
    drawn,
    ran,
    stored,
    trained,
)
from workflow_engine.provenance.arguments import ArgumentsError
from workflow_engine.seeds import generator

ROUNDS: dict[str, Any] = {
    **SEEDS,
    "heads": 2,
    "step": 0.15,
    "rounds": 3,
    "start": "trained",
    "given_up": 0.9,
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


def opened(files: dict[str, Any]) -> tuple[Examples, dict[str, torch.Tensor]]:
    return Examples(files["examples"]), read_model(files["model"])


def pruned(files: dict[str, Any], **changed: Any) -> dict[str, np.ndarray]:
    return arrays(ran(prune_mlp, files, {**ROUNDS, **changed}))


def test_what_stands_around_the_mlp_gives_the_whole_networks_numbers(files: dict[str, Any]) -> None:
    examples, views = opened(files)
    fixed = frozen_part(examples, views, 2, "test")
    tokens = torch.stack([examples.tokens("test", int(run)) for run in examples.network_runs])
    found = mlp_logits(views, fixed)
    torch.testing.assert_close(
        found, transformer_logits(SHAPE, views, tokens), atol=1e-5, rtol=1e-4
    )
    part = fixed.select(torch.tensor([3, 1]))
    weights = {name: views[name][[3, 1]] for name in MLP}
    torch.testing.assert_close(mlp_logits(weights, part), found[[3, 1]])


def test_a_batch_has_whole_sequences_of_its_networks(files: dict[str, Any]) -> None:
    fixed = frozen_part(*opened(files), 2, "learned")
    chosen = torch.tensor([[5, 0], [59, 5]])
    batch = fixed.batch(torch.tensor([2, 0]), chosen)
    for place, network in enumerate((2, 0)):
        rows = [3 * int(sequence) + answer for sequence in chosen[place] for answer in range(3)]
        for name in ("stream", "read", "labels"):
            wanted = getattr(fixed, name)[network][rows]
            torch.testing.assert_close(getattr(batch, name)[place], wanted)
        torch.testing.assert_close(batch.readout[place], fixed.readout[network])
        torch.testing.assert_close(batch.readout_bias[place], fixed.readout_bias[network])


def test_gradients_are_those_of_automatic_differentiation(files: dict[str, Any]) -> None:
    examples, views = opened(files)
    fixed = frozen_part(examples, views, 2, "validation")
    parameters = Parameters(4, {name: views[name].shape[1:] for name in MLP})
    for name in MLP:
        parameters.views[name].copy_(views[name])
    gradient = parameters.zeros_like()
    leaves = {name: views[name].clone().requires_grad_() for name in MLP}
    cross_entropy(mlp_logits(leaves, fixed), fixed.labels).backward()  # type: ignore[no-untyped-call]
    compute = MlpGradient(parameters, gradient, fixed.labels.shape[1], 3)
    for _ in range(2):  # nothing is left of the call before
        compute(fixed)
        for name, leaf in leaves.items():
            assert leaf.grad is not None
            torch.testing.assert_close(gradient.views[name], leaf.grad, atol=1e-6, rtol=1e-4)


def test_a_round_without_dead_units_is_the_same_round(files: dict[str, Any]) -> None:
    examples, views = opened(files)
    learned = frozen_part(examples, views, 2, "learned")
    masks = {name: torch.ones_like(views[name], dtype=torch.bool) for name in MLP_WEIGHTS}
    masks["down"][:, [2, 7]] = False
    start = {name: views[name] for name in MLP}
    short = MlpRound(start, masks, learned, torch.arange(4), batch=16, l1=0.0)
    chosen = torch.randint(60, (4, 16), generator=torch.Generator().manual_seed(0))
    for _ in range(3):
        short.update(chosen, 0.01)
    found = short.weights()
    assert not found["up"][:, :, [2, 7]].any()
    assert not found["down"][:, [2, 7]].any()
    # by automatic differentiation, with all units
    leaves = {name: values.clone().requires_grad_() for name, values in start.items()}
    optimizer = torch.optim.Adam(list(leaves.values()), lr=0.01)
    batch = learned.batch(torch.arange(4), chosen)
    for _ in range(3):
        optimizer.zero_grad()
        kept = leaves | {"down": leaves["down"] * masks["down"]}
        cross_entropy(mlp_logits(kept, batch), batch.labels).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    live = [0, 1, 3, 4, 5, 6, 8, 9]
    torch.testing.assert_close(
        found["up"][:, :, live], leaves["up"][:, :, live].detach(), atol=1e-4, rtol=1e-3
    )
    torch.testing.assert_close(found["down_shift"], leaves["down_shift"].detach())


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
            self.chosen.append(chosen.numpy().copy())
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
    before = {name: torch.ones_like(views[name], dtype=torch.bool) for name in MLP_WEIGHTS}
    for number, recorder in enumerate(rounds, start=1):
        assert recorder.rates == [constant_then_linear(0.01, 6)(step) for step in range(6)]
        left = recorder.weights()
        for name in MLP_WEIGHTS:
            mask = recorder.masks[name]
            assert mask.flatten(1).sum(dim=1).tolist() == [round(0.85**number * 80)] * 4
            assert not (mask & ~before[name]).any()
            assert not left[name][~mask].any()
            assert (left[name] != recorder.start[name]).any()
        before = recorder.masks
    wanted = prune({name: views[name].abs() for name in MLP_WEIGHTS}, _whole(views), 0.85)
    assert all(torch.equal(rounds[0].masks[name], wanted[name]) for name in MLP_WEIGHTS)
    # weights go on from where they are, chosen by what they have become
    last = rounds[0].weights()
    assert all(torch.equal(rounds[1].start[name], last[name]) for name in MLP)
    again = prune({name: last[name].abs() for name in MLP_WEIGHTS}, rounds[0].masks, 0.85**2)
    assert all(torch.equal(rounds[1].masks[name], again[name]) for name in MLP_WEIGHTS)


def _whole(views: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {name: torch.ones_like(views[name], dtype=torch.bool) for name in MLP_WEIGHTS}


def test_batches_are_new_in_every_round_equal_in_tasks_and_of_what_is_learned_from(
    monkeypatch: pytest.MonkeyPatch, files: dict[str, Any]
) -> None:
    rounds = recorded(monkeypatch, files, steps=20)
    chosen = np.stack([recorder.chosen for recorder in rounds])
    np.testing.assert_array_equal(chosen[:, :, 0], chosen[:, :, 1])
    assert (chosen[:, :, 0] != chosen[:, :, 2]).any()
    assert (chosen[0] != chosen[1]).any()
    assert all(recorder.learned.labels.shape[1] == 3 * 60 for recorder in rounds)


def test_weights_may_start_from_their_first_values(
    monkeypatch: pytest.MonkeyPatch, files: dict[str, Any]
) -> None:
    rounds = recorded(monkeypatch, files, start="first")
    _, views = opened(files)
    for recorder in rounds:
        assert all(
            torch.equal(recorder.start[name], views[f"first_{name}"]) for name in MLP_WEIGHTS
        )


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
    found, whole = pruned(files, given_up=0.001, rounds=6), pruned(files, rounds=6)
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
    found = pruned(files, given_up=0.001, rounds=12, rate=0.05)["validation"][:, 0]
    assert np.isnan(found[0]).any()
    assert not np.isnan(found[1]).any()
    whole = pruned(files, rounds=12, rate=0.05)["validation"][:, 0]
    there = ~np.isnan(found)
    np.testing.assert_allclose(found[there], whole[there], atol=0.02)


def test_pruning_at_once_trains_nothing(files: dict[str, Any]) -> None:
    params = {**SEEDS, "heads": 2, "step": 0.15, "rounds": 8}
    found = arrays(ran(prune_mlp_one_shot, files, params))
    examples, views = opened(files)
    by_magnitude = {name: views[name].abs() for name in MLP_WEIGHTS}
    names = SEEDS["root_seed"], *SEEDS["seed_names"], "random"
    randoms = [generator(*names, run) for run in (0, 0, 1, 1)]
    at_random = {
        name: torch.from_numpy(
            np.stack([random.random(views[name].shape[1:]) for random in randoms]).astype(
                np.float32
            )
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
                wanted = right.double().mean(dim=(1, 2)).reshape(2, 2).numpy()
                np.testing.assert_array_equal(found[f"{method}_{subset}"][..., place], wanted)
    assert (found["magnitude_validation"] != found["random_validation"]).any()


def test_what_is_refused(files: dict[str, Any]) -> None:
    with pytest.raises(ArgumentsError, match=r"start is 'zero' .* 'trained' or 'first'"):
        pruned(files, start="zero")
    with pytest.raises(ValueError, match="leaves nothing of 80 weights of up"):
        pruned(files, rounds=40, steps=1)
    with pytest.raises(ValueError, match="leaves nothing of 80 weights of up"):
        ran(prune_mlp_one_shot, files, {**SEEDS, "heads": 2, "step": 0.15, "rounds": 40})
    with pytest.raises(FloatingPointError, match="A round diverged"):
        pruned(files, rate=1e30)
