"""What labels of the steps teach: the model in steps, its training, and worlds."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError
from scipy.special import softmax

from compsparse.studies.composition.attention.gradient import FLOOR
from compsparse.studies.composition.attention.model import theory_keys
from compsparse.studies.composition.chain_of_thought import (
    evaluate_chain_of_thought,
    render_chain_of_thought,
    train_questions,
)
from compsparse.studies.composition.chain_of_thought.plan import Asked, ChainOfThoughtTraining
from compsparse.studies.composition.chain_of_thought.stepping_model import Chains
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
KINDS = ("chain", "unlabelled_chain")


def asked() -> tuple[np.ndarray, Chains]:
    random = np.random.default_rng(5)
    hidden = permutations(random, 4, symbols=3)
    read = permutations(random, 6, 4, symbols=3)
    start = random.integers(3, size=6)
    return hidden, Chains(read, start, chain(single_hops(read, hidden[None]), start))


def test_with_the_keys_of_theory_all_symbols_follow_one_after_the_other() -> None:
    hidden, chains = asked()
    layer = 30 * np.eye(12, dtype=np.float32)[theory_keys(hidden, 1)[0]]
    np.testing.assert_array_equal(chains.generated(layer), chains.chain[:, -1])
    np.testing.assert_array_equal(chains.answered(layer), chains.chain[:, -1])


@pytest.mark.parametrize("labels", ["steps", "answer"])
def test_the_gradient_is_that_of_the_loss(labels: str) -> None:
    _, chains = asked()
    layer = np.random.default_rng(1).standard_normal((12, 12))
    holder = chains.read.argsort(-1)

    def loss(layer: np.ndarray) -> float:
        """Return the mean loss, word by word."""
        attention, total = softmax(layer, axis=1), []
        for story, steps in enumerate(chains.chain):
            weights = np.eye(3)[chains.start[story]]
            for index, symbol in enumerate(steps):
                block = slice(3 * index, 3 * index + 3)
                weights = (weights @ attention[block, block])[holder[story, index]]
                if labels == "steps":
                    total.append(-np.log(weights[symbol] + FLOOR))
                    weights = np.eye(3)[symbol]
            if labels == "answer":
                total.append(-np.log(weights[symbol] + FLOOR))
        return float(np.mean(total))

    found = chains.step_gradient(layer) if labels == "steps" else chains.answer_gradient(layer)
    for entry in np.ndindex(12, 12):
        moved = np.zeros((12, 12))
        moved[entry] = 1e-5
        difference = (loss(layer + moved) - loss(layer - moved)) / 2e-5
        assert found[entry] == pytest.approx(difference, abs=1e-6)


def trained(folder: Path, hidden: Path, name: str, **changed: object) -> Path:
    path = folder / f"{name}.npz"
    made = train_questions.run({"hidden": hidden}, **(TRAINING | changed))["model"]
    assert isinstance(made, dict)
    path.write_bytes(encode(path, made))
    return path


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory, hidden: Path) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("questions")
    return {kind: trained(folder, hidden, kind, taught=kind) for kind in KINDS}


def test_labelled_steps_are_learned_and_the_answer_alone_is_not(kinds: dict[str, Path]) -> None:
    steps, answers = (read_arrays(kinds[kind]) for kind in KINDS)
    assert steps["accuracy"][..., -1].min() > 0.95
    np.testing.assert_allclose(answers["accuracy"][..., -1], 1 / 3, atol=0.12)
    assert steps["labels"][-1] == 60 * 8 * 4
    assert answers["labels"][-1] == 60 * 8


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
    taught = "unlabelled_chain"
    path = trained(tmp_path, hidden, taught, taught=taught, world="known_layers", steps=200)
    assert read_arrays(path)["accuracy"][1, :, -1].mean() > 0.95


def test_a_chain_of_another_world_still_ends_in_the_true_answer() -> None:
    hidden = permutations(np.random.default_rng(2), 3, 4, symbols=3)
    task = Task(hidden, Seeds(0, ["test"], 3), "unrelated_easy")
    read, answers = task.sequences([np.random.default_rng(run) for run in range(3)], 40)
    start = np.zeros((3, 40), dtype=np.int64)
    found = task.chains(answers, start)
    true = chain(single_hops(read, hidden[:, None]), start)
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


def test_the_figure_draws_the_mean_of_each_kind(kinds: dict[str, Path], tmp_path: Path) -> None:
    made = evaluate_chain_of_thought.run(kinds, root_seed=0)
    table = made["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_chain_of_thought.run, table, tmp_path)
    require_legible(figure)
    for kind in KINDS:
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
