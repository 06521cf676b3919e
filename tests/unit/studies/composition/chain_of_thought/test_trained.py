"""What labels of the steps teach: the model in steps, its training, and worlds."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from pydantic import ValidationError

from compsparse.studies.composition.attention.model import theory_keys
from compsparse.studies.composition.chain_of_thought import (
    evaluate_chain_of_thought,
    render_chain_of_thought,
    train_questions,
)
from compsparse.studies.composition.chain_of_thought.plan import Asked, ChainOfThoughtTraining
from compsparse.studies.composition.chain_of_thought.stepping_model import (
    generate,
    teacher_forced,
    unroll,
)
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.hops import chain, permutations, single_hops
from compsparse.studies.composition.worlds import Task
from tests.unit.studies.composition.conftest import SEEDS
from tests.unit.studies.drawing import drawn, require_legible
from workflow_engine.artifacts.arrays import encode, read_arrays

TRAINING = {
    "rates": [0.05, 0.1],
    "steps": 60,
    "sequences": 8,
    "initial_scale": 0.01,
    "looks": 8,
    "judged": 24,
    **SEEDS,
}
TAUGHT = {"chain": "chain", "unlabelled_chain": "unlabelled_chain", "answer_only": "answer"}


def test_with_the_keys_of_theory_all_symbols_follow_one_after_the_other() -> None:
    random = np.random.default_rng(5)
    hidden = permutations(random, 2, 4, symbols=3)
    read = permutations(random, 2, 6, 4, symbols=3)
    start = random.integers(3, size=(2, 6))
    wanted = torch.from_numpy(chain(single_hops(read, hidden[:, None]), start))
    keys = theory_keys(torch.from_numpy(hidden), 1)[0]
    layer = 30.0 * torch.nn.functional.one_hot(keys, 12).float()
    asked = layer, torch.from_numpy(read), torch.from_numpy(start)
    assert bool((generate(*asked) == wanted).all())
    assert bool((unroll(*asked).argmax(-1) == wanted[..., -1]).all())
    torch.testing.assert_close(teacher_forced(*asked, wanted), torch.ones(2, 6, 4))
    torch.testing.assert_close(
        teacher_forced(torch.zeros(2, 12, 12), *asked[1:], wanted), torch.full((2, 6, 4), 1 / 12)
    )


def trained(folder: Path, hidden: Path, name: str, **changed: object) -> Path:
    path = folder / f"{name}.npz"
    made = train_questions.run({"hidden": hidden}, **(TRAINING | changed))["model"]
    assert isinstance(made, dict)
    path.write_bytes(encode(path, made))
    return path


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory, hidden: Path) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("questions")
    paths = {k: trained(folder, hidden, k, taught=taught) for k, taught in TAUGHT.items()}
    more = trained(folder, hidden, "more", taught="answer", sequences=32)
    return {**paths, "answer_only_more": more}


def test_labelled_steps_are_learned_and_the_answer_alone_is_not(kinds: dict[str, Path]) -> None:
    measured = {kind: read_arrays(path) for kind, path in kinds.items()}
    assert measured["chain"]["accuracy"][..., -1].min() > 0.95
    for kind in ("answer_only", "answer_only_more"):
        np.testing.assert_allclose(measured[kind]["accuracy"][..., -1], 1 / 3, atol=0.12)
    assert measured["chain"]["labels"][-1] == 60 * 8 * 4
    assert measured["answer_only_more"]["labels"][-1] == 60 * 32


def test_a_rate_is_trained_as_if_alone(
    kinds: dict[str, Path], hidden: Path, tmp_path: Path
) -> None:
    alone = read_arrays(trained(tmp_path, hidden, "alone", taught="chain", rates=[0.1]))
    both = read_arrays(kinds["chain"])
    np.testing.assert_allclose(both["accuracy"][1], alone["accuracy"][0])


def test_worlds_take_away_what_labels_or_answers_teach(hidden: Path, tmp_path: Path) -> None:
    for world in ("unrelated_easy", "shuffled_answers"):
        path = trained(tmp_path, hidden, world, taught="chain", world=world, judged=100)
        assert read_arrays(path)["accuracy"][..., -1].mean() < 0.6
    for taught in ("answer", "unlabelled_chain"):
        path = trained(tmp_path, hidden, taught, taught=taught, world="known_layers", steps=200)
        assert read_arrays(path)["accuracy"][1, :, -1].mean() > 0.95


def test_a_chain_of_another_world_still_ends_in_the_true_answer() -> None:
    hidden = permutations(np.random.default_rng(2), 3, 4, symbols=3)
    task = Task(hidden, Seeds(0, ["test"], 3), "unrelated_easy")
    read, answers = task.sequences([np.random.default_rng(run) for run in range(3)], 40)
    start = np.zeros((3, 40), dtype=np.int64)
    found = task.chains(answers, start).numpy()
    true = chain(single_hops(read.numpy(), hidden[:, None]), start)
    np.testing.assert_array_equal(found[..., -1], true[..., -1])
    assert (found[..., 0] != true[..., 0]).mean() > 0.3


def test_kinds_are_compared_run_by_run_at_equal_sequences(
    kinds: dict[str, Path], tmp_path: Path
) -> None:
    inputs = dict(kinds)
    # planted: the unlabelled chain is wrong until it has seen as many sequences, right after that
    planted = read_arrays(kinds["unlabelled_chain"])
    planted["sequences"] = np.arange(len(planted["step"])) * 240
    planted["accuracy"] = np.ones_like(planted["accuracy"])
    planted["accuracy"][:, :, 2] = 0.25
    inputs["unlabelled_chain"] = tmp_path / "planted.npz"
    inputs["unlabelled_chain"].write_bytes(encode(inputs["unlabelled_chain"], planted))
    made = evaluate_chain_of_thought.run(inputs, root_seed=0)
    measured = {n: v["value"] for n, v in made["metrics"]["composition_chain_of_thought"].items()}  # type: ignore[index]
    assert measured["chain_accuracy"] == pytest.approx(1.0)
    assert measured["label_advantage"] == pytest.approx(measured["chain_accuracy"] - 0.25)
    assert measured["advantage"] > 0.5
    assert measured["updates_of_controls"] == measured["labels_of_control"] == 1.0


def test_the_figure_draws_the_mean_of_each_kind(kinds: dict[str, Path], tmp_path: Path) -> None:
    made = evaluate_chain_of_thought.run(kinds, root_seed=0)
    table = made["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_chain_of_thought.run, table, tmp_path)
    require_legible(figure)
    for kind in ("chain", "unlabelled_chain", "answer_only_more"):
        rows = table[(table["kind"] == kind) & (table["labels"] > 0)]
        means = rows.groupby("labels")["accuracy"].mean()
        assert any(
            np.array_equal(line.get_xdata(), means.index) and np.allclose(line.get_ydata(), means)
            for line in figure.axes[0].lines
        )


def test_impossible_settings_are_refused() -> None:
    train = {
        **{k: v for k, v in TRAINING.items() if k not in SEEDS},
        "without_labels_times": 3,
    }
    ChainOfThoughtTraining(generate={"folds": 2, "symbols": 3, "runs": 1}, train=train)
    with pytest.raises(ValidationError, match=r"generate\.folds: at least 2"):
        ChainOfThoughtTraining(generate={"folds": 1, "symbols": 3, "runs": 1}, train=train)
    with pytest.raises(ValidationError, match="greater than or equal to 3"):
        ChainOfThoughtTraining(
            generate={"folds": 2, "symbols": 3, "runs": 1},
            train={**train, "without_labels_times": 2},
        )
    with pytest.raises(ValidationError, match="one of them must be at least 4"):
        Asked(folds=[1, 2], symbols=[3], sharpness=25, inputs=1)
