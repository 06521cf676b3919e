"""Stories in words: what they say, how they are read, and who answers them."""

from itertools import permutations as orders
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.composition.story import (
    evaluate_story,
    generate_stories,
    render_story,
    train_story,
    words,
)
from compsparse.studies.composition.story.plan import Texts
from compsparse.studies.composition.task.hops import all_hops, permutations
from compsparse.studies.composition.written_down.layers import composing_layers, written_hops
from tests.unit.studies.composition.conftest import SEEDS
from tests.unit.studies.drawing import drawn, require_legible, written
from workflow_engine.artifacts.arrays import encode, read_arrays
from workflow_engine.artifacts.json_values import encode as encode_json

TEXTS = {"symbols": 3, "runs": 3, "training": 32, "validation": 8, "test": 20, "document": 4}
TRAINING = {"rates": [0.00001, 0.1], "steps": 60, "sequences": 12, "initial_scale": 0.01}


def every_telling_of_the_documents_story() -> list[str]:
    """Return the document's three sentences among all others that N = 3 words allow."""
    fillings = product(*[list(orders((1, 2))) for _ in words.DOCUMENT])
    random = np.random.default_rng(0)
    return [words.tell(np.array([[0, *rest] for rest in filling]), random) for filling in fillings]


def test_the_documents_question_is_answered_in_the_playground_whatever_else_is_told() -> None:
    hidden = permutations(np.random.default_rng(4), words.FOLDS, symbols=3)
    layers = composing_layers(hidden, 25.0)
    tellings = every_telling_of_the_documents_story()
    assert len(tellings) == 8
    for story in tellings:
        assert all(said in story for said in words.DOCUMENT)
        thing = words.asked(words.QUESTION, 3)
        read = words.read_as(words.relations_of(story, 3), hidden)
        found = written_hops(layers, read)[:, 0, thing].argmax(axis=-1)
        assert words.VOCABULARIES[1][found[0]] == "Helen"
        assert words.VOCABULARIES[2][found[1]] == "John"
        assert words.answer(int(found[2])) == words.ANSWER == "In the playground."


def test_a_story_is_read_as_it_was_told_in_any_order() -> None:
    random = np.random.default_rng(1)
    for _ in range(20):
        relations = permutations(random, 3, symbols=5)
        found = words.relations_of(words.tell(relations, random), 5)
        np.testing.assert_array_equal(found, relations)


def test_hidden_and_read_permutations_compose_to_what_a_story_says() -> None:
    random = np.random.default_rng(2)
    relations, hidden = permutations(random, 7, 3, symbols=4), permutations(random, 4, symbols=4)
    read = words.read_as(relations, hidden)
    longest = all_hops(read, hidden)[-1][:, 0]
    for said, answers in zip(relations, longest, strict=True):
        assert [words.looked_up(said, thing)[-1] for thing in range(4)] == answers.tolist()


@pytest.mark.parametrize(
    ("story", "message"),
    [
        ("Helen threw the football.", "No relation has the sentence"),
        ("Zoe picked up the football.", "'Zoe' is unknown; known here: Helen, Bill"),
        ("Helen picked up the football. Bill picked up the football.", "led to two words"),
        ("Helen picked up the football.", "from all 2 words to all 2 words"),
    ],
)
def test_a_text_that_is_no_story_is_refused(story: str, message: str) -> None:
    with pytest.raises(words.StoryError, match=message):
        words.relations_of(story, 2)
    with pytest.raises(words.StoryError, match="No question"):
        words.asked("Who is Helen?", 2)


def test_more_words_than_vocabularies_have_are_refused() -> None:
    assert all(len(set(vocabulary)) == words.MOST for vocabulary in words.VOCABULARIES)
    with pytest.raises(ValueError, match="less than or equal to 8"):
        Texts(**{**TEXTS, "symbols": 9})


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("story")
    stories, hidden = folder / "stories.json", folder / "hidden.npz"
    stories.write_bytes(encode_json(stories, generate_stories.run({}, **TEXTS, **SEEDS)["texts"]))
    drawn_ = permutations(np.random.default_rng(7), 3, words.FOLDS, symbols=3)
    hidden.write_bytes(encode(hidden, {"hidden": drawn_}))
    return {"stories": stories, "hidden": hidden}


def trained(files: dict[str, Path], path: Path, **changed: object) -> Path:
    made = train_story.run(dict(files), **(TRAINING | SEEDS | changed))["model"]
    assert isinstance(made, dict)
    path.write_bytes(encode(path, made))
    return path


def evaluated(files: dict[str, Path], model: Path) -> tuple[dict[str, float], pd.DataFrame]:
    inputs = {"stories": files["stories"], "trained": model}
    made = evaluate_story.run(inputs, root_seed=0, sharpness=25.0)
    metrics, table = made["metrics"], made["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    values = {name: metric["value"] for name, metric in metrics["composition_story"].items()}
    return values, table


def test_a_trained_model_answers_at_the_rate_that_validation_chooses(
    files: dict[str, Path], tmp_path: Path
) -> None:
    model = trained(files, tmp_path / "model.npz")
    validation = read_arrays(model)["validation"]
    assert validation[1] > 0.95 > 0.7 > validation[0]
    measured, table = evaluated(files, model)
    assert measured["trained_document"] == 1.0
    assert (
        measured["written_down_right"]
        == measured["written_down_document"]
        == measured["mapped_right"]
        == 1.0
    )
    assert list(table[table["run"] == 0]["word"]) == ["Helen", "John", "playground"] * 2
    figure = drawn(render_story.run, table, tmp_path)
    require_legible(figure)
    text = written(figure)
    for layer, word in enumerate(("Helen", "John", "playground"), start=1):
        rows = table[(table["model"] == "trained") & (table["layer"] == layer)]
        assert f"layer {layer}: {word} ({rows['weight'].mean():.2f})" in text
    assert all(said in text for said in words.DOCUMENT)


@pytest.mark.parametrize("world", ["unrelated_easy", "shuffled_answers"])
def test_without_related_questions_or_answers_nothing_is_answered(
    files: dict[str, Path], tmp_path: Path, world: str
) -> None:
    measured, _ = evaluated(files, trained(files, tmp_path / "model.npz", world=world))
    assert measured["trained_document"] < 0.9
    assert measured["written_down_right"] == 1.0
