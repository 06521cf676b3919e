"""What the plan gives is held against the signature of the step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from compsparse.provenance.arguments import ArgumentsError, arguments


@dataclass(frozen=True)
class Recipe:
    steps: int
    rate: float


def step(
    inputs: object,
    *,
    steps: int,
    rates: Sequence[float] = (),
    sizes: tuple[int, ...] = (),
    recipe: Recipe | None = None,
    recipes: Mapping[str, Recipe] = {},
    kind: Literal["sparse", "dense"] = "dense",
    checkpoints: object = None,
) -> None: ...


def test_json_becomes_the_annotated_types() -> None:
    recipe = {"steps": 3, "rate": 1}
    given = {"steps": 5, "rates": [1, 0.1], "sizes": [2, 3], "recipe": recipe}
    found = arguments(step, {**given, "recipes": {"a": recipe}}, {"checkpoints"})
    assert found == {
        "steps": 5,
        "rates": [1.0, 0.1],
        "sizes": (2, 3),
        "recipe": Recipe(3, 1.0),
        "recipes": {"a": Recipe(3, 1.0)},
    }
    assert isinstance(found["rates"][0], float)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "needs 'steps', which the plan does not give"),
        ({"steps": 1, "step": 2}, "gives 'step', which the step does not take; its parameters are"),
        ({"steps": "1"}, "steps is '1' in the plan; input should be a valid integer"),
        ({"steps": True}, "steps is True in the plan"),
        ({"steps": 1.5}, "steps is 1.5 in the plan"),
        ({"steps": 1, "rates": [1.0, None]}, r"rates\.1 is None in the plan"),
        ({"steps": 1, "kind": "own"}, "kind is 'own' in the plan; input should be 'sparse' or"),
        ({"steps": 1, "recipe": {"steps": 1}}, r"recipe\.rate is "),
        ({"steps": 1, "recipe": {"steps": 1, "rate": 1, "decay": 2}}, "recipe has the key 'decay'"),
        ({"steps": 1, "checkpoints": "mine"}, "gives 'checkpoints', which the step does not take"),
    ],
)
def test_what_differs_is_named(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentsError, match=words):
        arguments(step, given, {"checkpoints"})


def test_a_step_that_draws_nothing_names_no_seeds() -> None:
    given = {"root_seed": 0, "seed_names": ["a"], "steps": 1}
    assert arguments(step, given, {"checkpoints"}) == {"steps": 1}


def test_a_parameter_without_a_type_is_refused() -> None:
    def loose(inputs, *, steps):  # type: ignore[no-untyped-def]
        ...

    with pytest.raises(ArgumentsError, match="'steps' of the step has no type; annotate it"):
        arguments(loose, {"steps": 1})
