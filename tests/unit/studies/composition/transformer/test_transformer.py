"""The transformer: its mathematics against torch's own layer, and its training."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from scipy.special import log_softmax

from compsparse.studies.composition.easy_to_hard import evaluate_last_layer, render_last_layer
from compsparse.studies.composition.task import generate_hidden
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.history import read_rates
from compsparse.studies.composition.task.hops import all_hops, permutations
from compsparse.studies.composition.transformer import train_transformer
from compsparse.studies.composition.transformer.model import Pass, Shape, first_weights
from compsparse.studies.composition.worlds import Task
from tests.unit.studies.composition.conftest import SEEDS
from tests.unit.studies.drawing import drawn, require_legible
from workflow_engine.artifacts.arrays import encode

SHAPE = Shape(folds=4, symbols=3, hops=3, layers=2, width=8, heads=2)
TRAINING = {
    "layers": 2,
    "width": 16,
    "heads": 1,
    "rate": 0.01,
    "steps": 150,
    "patience": 150,
    "left": 0.05,
    "done": 1.1,
    "warm_up": 10,
    "decay": 0.3,
    "sequences": 16,
    "looks": 4,
    "judged": 32,
    **SEEDS,
}


def drawn_model(shape: Shape = SHAPE) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(5)
    weights = first_weights(shape, random).astype(np.float64)
    weights += 0.3 * random.standard_normal(weights.shape)
    return weights, random.random((6, 4, 3)).argsort(-1)


def reference(weights: torch.Tensor, read: torch.Tensor) -> torch.Tensor:
    """Return the logits of one model by layers of torch's own."""
    parts, start = [], 0
    for shape, _ in SHAPE.parts():
        parts.append(weights[start : start + math.prod(shape)].reshape(shape))
        start += math.prod(shape)
    position, value, *blocks, answers, bias = parts
    x = value[(read + torch.arange(4)[:, None] * 3).reshape(len(read), -1)] + position
    for mixed, out, up, up_bias, down, down_bias in zip(*[iter(blocks)] * 6, strict=True):
        layer = torch.nn.TransformerEncoderLayer(
            8,
            2,
            16,
            0.0,
            lambda x: torch.nn.functional.gelu(x, approximate="tanh"),
            batch_first=True,
            norm_first=True,
        )
        zero = torch.zeros(8)
        layer.load_state_dict(
            {
                "self_attn.in_proj_weight": mixed.T,
                "self_attn.in_proj_bias": torch.zeros(24),
                "self_attn.out_proj.weight": out.T,
                "self_attn.out_proj.bias": zero,
                "linear1.weight": up.T,
                "linear1.bias": up_bias[0],
                "linear2.weight": down.T,
                "linear2.bias": down_bias[0],
                **{f"norm{i}.weight": torch.ones(8) for i in (1, 2)},
                **{f"norm{i}.bias": zero for i in (1, 2)},
            }
        )
        x = layer(x)
    x = torch.nn.functional.layer_norm(x, (8,)) @ answers + bias
    return x.reshape(len(read), 4, 3, 3, 3)


def test_it_is_torchs_own_layers() -> None:
    weights, read = drawn_model()
    found = Pass(SHAPE, weights, read).logits()
    wanted = reference(torch.from_numpy(weights).float(), torch.from_numpy(read))
    np.testing.assert_allclose(found, wanted.detach().numpy(), atol=1e-4, rtol=1e-4)


def test_each_hop_is_read_after_its_layer() -> None:
    weights, read = drawn_model()
    shape = replace(SHAPE, readout_layers=(0, 1, 0))
    cut = replace(SHAPE, layers=1)
    sizes = np.cumsum([math.prod(size) for size, _ in SHAPE.parts()])
    codes, first, _, answers = np.split(weights, sizes[[1, 7, 13]])
    found, last = (Pass(kind, weights, read).logits() for kind in (shape, SHAPE))
    early = Pass(cut, np.concatenate([codes, first, answers]), read).logits()
    np.testing.assert_allclose(found[..., 1, :], last[..., 1, :])
    np.testing.assert_allclose(found[..., [0, 2], :], early[..., [0, 2], :])


@pytest.mark.parametrize("labelled", [slice(0, 3), slice(2, 3), slice(0, 1), slice(1, 3)], ids=str)
@pytest.mark.parametrize(
    "readout_layers", [(), (0, 1, 2), (1, 0, 2), (1, 0, 1), (0, 2, 2)], ids=str
)
@pytest.mark.parametrize("heads", [1, 2])
def test_the_gradient_is_that_of_the_loss(
    heads: int, readout_layers: tuple[int, ...], labelled: slice
) -> None:
    shape = replace(SHAPE, layers=3, heads=heads, readout_layers=readout_layers)
    weights, read = drawn_model(shape)
    answers = all_hops(read, permutations(np.random.default_rng(1), 4, symbols=3)[None])
    right = np.stack(answers, axis=-1)[..., labelled, None]

    def loss(weights: np.ndarray) -> float:
        scores = Pass(shape, weights, read).logits()[..., labelled, :]
        return float(-np.take_along_axis(log_softmax(scores, axis=-1), right, axis=-1).mean())

    used = 1 + max(layer for layer, _ in shape.labelled(labelled))
    found = Pass(shape, weights, read, used).gradient(answers, labelled)
    for entry in np.random.default_rng(2).integers(len(weights), size=30):
        moved = 1e-5 * np.eye(len(weights))[entry]
        difference = (loss(weights + moved) - loss(weights - moved)) / 2e-5
        assert found[entry] == pytest.approx(difference, abs=1e-7)


def test_neighbouring_hops_of_a_layer_are_read_at_once() -> None:
    assert SHAPE.readouts() == [(1, slice(0, 9))]
    read = replace(SHAPE, readout_layers=(0, 1, 1)).readouts()
    assert read == [(0, slice(0, 3)), (1, slice(3, 9))]


def test_readings_by_layers() -> None:
    hidden = np.zeros((1, 4, 3), dtype=np.int64)
    seeds = Seeds(0, ["test"], 1)
    task, backwards = Task(hidden, seeds), Task(hidden, seeds, "wrong_layers")
    layers = train_transformer.readout_layers
    assert layers("last_layer", task, 5, 3) == (4, 4, 4)
    assert layers("last_layer", backwards, 5, 3) == (4, 4, 4)
    assert layers("layer_wise", task, 5, 3) == (0, 1, 2)
    assert layers("layer_wise", backwards, 3, 3) == (2, 1, 0)
    # the longest hop stays where it can be known
    assert layers("wrong_layers", task, 3, 3) == (1, 0, 2)
    with pytest.raises(ValueError, match="two hops beside the longest one"):
        layers("wrong_layers", task, 2, 2)
    with pytest.raises(ValueError, match="'first' is unknown; allowed: last_layer, layer_wise"):
        layers("first", task, 3, 3)


def test_the_rate_rises_stays_and_falls_to_nothing() -> None:
    paces = [
        train_transformer.pace_of(step, steps=150, warm_up=10, decay=0.3) for step in range(150)
    ]
    assert paces[0] == 0.1
    assert max(paces) == paces[50] == 1.0
    assert paces[-1] == pytest.approx(1 / 45)
    assert np.all(np.diff(paces[106:]) < 0)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("transformer")
    hidden = folder / "hidden.npz"
    made = generate_hidden.run({}, folds=2, symbols=2, runs=2, **SEEDS)["data"]
    assert isinstance(made, dict)
    hidden.write_bytes(encode(hidden, made))
    paths = {"hidden": hidden}
    for name, changed in {
        "fast": {"data": "mixture"},
        "slow": {"data": "mixture", "rate": 0.000001},
        "alone": {"data": "hard_only"},
    }.items():
        paths[name] = folder / f"{name}.npz"
        arrays = train_transformer.run({"hidden": hidden}, **(TRAINING | changed))["model"]
        assert isinstance(arrays, dict)
        paths[name].write_bytes(encode(paths[name], arrays))
    return paths


def test_a_small_task_is_learned_at_the_rate_that_validation_chooses(
    files: dict[str, Path],
) -> None:
    history = read_rates([files["slow"], files["fast"]])
    assert history.rate[history.best] == 0.01
    assert history.curves[:, -1].min() > 0.95
    assert history.chance == 0.5
    np.testing.assert_array_equal(history.step, [0, 50, 100, 150])


def test_hard_data_alone_train_no_other_hop(files: dict[str, Path]) -> None:
    first = read_rates([files["alone"]]).curves[:, -1, 0]
    assert abs(first.mean() - 0.5) < 0.5
    assert first.max() < 1.0


def test_the_last_layer_is_read_where_nothing_is_said(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden.npz"
    made = generate_hidden.run({}, folds=4, symbols=2, runs=1, **SEEDS)["data"]
    assert isinstance(made, dict)
    hidden.write_bytes(encode(hidden, made))
    common = {**TRAINING, "layers": 3, "steps": 4, "data": "mixture"}
    default, last, layer_wise = (
        train_transformer.run({"hidden": hidden}, **common, **reading)["model"]["validation"]
        for reading in ({}, {"reading": "last_layer"}, {"reading": "layer_wise"})
    )
    np.testing.assert_array_equal(default, last)
    assert (default != layer_wise).any()


def test_a_run_ends_when_nothing_is_left_to_learn_or_nothing_has_left_chance(
    files: dict[str, Path],
) -> None:
    inputs = {"hidden": files["hidden"]}
    common = {**TRAINING, "data": "mixture", "done": 0.9}
    learned = train_transformer.run(inputs, **common)["model"]
    stuck = train_transformer.run(inputs, **{**common, "rate": 1e-6, "patience": 50, "left": 0.3})
    assert isinstance(learned, dict)
    assert isinstance(stuck["model"], dict)
    assert learned["updates"].max() < 150
    np.testing.assert_array_equal(stuck["model"]["updates"], 50)
    for made in (learned, stuck["model"]):
        for run, updates in enumerate(made["updates"][0]):
            after = made["accuracy"][0, run, made["step"] >= updates]
            np.testing.assert_array_equal(after, np.broadcast_to(after[:1], after.shape))


def test_the_figure_draws_each_run_and_the_median_of_each_hop(
    files: dict[str, Path], tmp_path: Path
) -> None:
    inputs = {"mixture": [files["fast"]], "hard_only": [files["alone"]]}
    params = {"learned": 0.95, "root_seed": 987}
    table = evaluate_last_layer.run(inputs, **params)["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_last_layer.run, table, tmp_path)
    require_legible(figure)
    for axes, kind in zip(figure.axes, ("mixture", "hard_only"), strict=True):
        lines = [line for line in axes.lines if len(line.get_xdata()) == 4]
        drawn_values = [np.asarray(line.get_ydata()) for line in lines]
        accuracy = read_rates(inputs[kind]).curves
        wanted = [
            values
            for hop in range(2)
            for values in (*accuracy[:, :, hop], np.median(accuracy[:, :, hop], axis=0))
        ]
        np.testing.assert_allclose(drawn_values, wanted)
        np.testing.assert_array_equal(lines[0].get_xdata(), [0, 50, 100, 150])
