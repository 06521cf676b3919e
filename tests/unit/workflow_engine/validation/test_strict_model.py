"""Every mistake in a value becomes a sentence: where, which value, what is allowed, what to do."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, ValidationError, model_validator

from workflow_engine.validation.errors import InvalidFileError
from workflow_engine.validation.explanation import unknown_key
from workflow_engine.validation.strict_model import StrictModel, Text, validated


class Cosine(StrictModel):
    kind: Literal["cosine"]


class Custom(StrictModel):
    kind: Literal["custom"]
    rate: Annotated[float, Field(gt=0)]


class Item(StrictModel):
    id: Text
    count: Annotated[int, Field(ge=1)] = 1


class Whole(StrictModel):
    share: Annotated[float, Field(gt=0, lt=1)] = 0.5
    name: Annotated[str, Field(pattern=r"^[a-z]+$")] = "name"
    color: Literal["red", "blue"] = "red"
    items: list[Item] = Field(default_factory=list)
    by_name: dict[str, Item] = Field(default_factory=dict)
    schedule: Annotated[Cosine | Custom, Field(discriminator="kind")] = Cosine(kind="cosine")

    @model_validator(mode="after")
    def _rule(self) -> "Whole":
        if len(self.items) > 2:
            raise ValueError("at most two items; take one out")
        return self


def problem(**data: Any) -> str:
    """Return what is said about this data."""
    with pytest.raises(InvalidFileError) as error:
        validated("file.yaml", data, Whole)
    return str(error.value)


def test_good_data_becomes_the_model() -> None:
    whole = validated("file.yaml", {"share": 0.25, "items": [{"id": "a", "count": 2}]}, Whole)
    assert whole == Whole(share=0.25, items=[Item(id="a", count=2)])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            {"share": 1.0},
            "share has the value 1.0; allowed: less than 1. Correct the value.",
        ),
        (
            {"share": "0.5"},
            "share has the value '0.5'; allowed: a finite number. Write it without quotes and in "
            "digits: 0.001, not 1e-3.",
        ),
        (
            {"share": float("nan")},
            "share has the value nan; allowed: a finite number. Write it without quotes and in "
            "digits: 0.001, not 1e-3.",
        ),
        (
            {"name": 5},
            "name has the value 5; allowed: text. Put it in quotes: YAML reads bare digits, dates "
            "and yes/no as something else.",
        ),
        (
            {"name": "Capital"},
            "name has the value 'Capital'; allowed: text that matches ^[a-z]+$. Correct the value.",
        ),
        (
            {"color": "green"},
            "color has the value 'green'; allowed: 'red' or 'blue'. Choose one of these.",
        ),
        (
            {"items": 3},
            "items has the value 3; allowed: a list. Begin each of its lines with a dash.",
        ),
        (
            {"items": [{"id": "a"}, {"id": "b", "count": 1.5}]},
            "items[1] (b).count has the value 1.5; allowed: a whole number. Write it in digits, "
            "without quotes and without a point.",
        ),
        (
            {"items": [{"id": "a", "count": True}]},
            "items[0] (a).count has the value True; allowed: a whole number. Write it in digits, "
            "without quotes and without a point.",
        ),
        (
            {"items": [{"id": "a", "cuont": 1}]},
            "unknown key 'cuont' in items[0] (a); allowed: count, id. Did you mean 'count'?",
        ),
        ({"items": [{}]}, "missing key 'id' in items[0]; allowed: id, count. Add it."),
        (
            {"items": [{"id": " "}]},
            "items[0] ( ).id has the value ' '; allowed: text that matches \\S. Correct the value.",
        ),
        (
            {"by_name": {"x": {"id": "a", "new": 1}}},
            "unknown key 'new' in by_name.x; allowed: count, id. Correct its spelling or remove "
            "it.",
        ),
        (
            {"by_name": [1]},
            "by_name has the value [1]; allowed: a mapping of keys to values. Compare with a file "
            "beside it.",
        ),
        (
            {"schedule": {"kind": "linear"}},
            "schedule has the value {'kind': 'linear'}; allowed: 'cosine', 'custom'. Choose one of "
            "these as 'kind'.",
        ),
        (
            {"schedule": {"kind": "custom", "rate": -1.0}},
            "schedule.custom.rate has the value -1.0; allowed: greater than 0. Correct the value.",
        ),
        (
            {"schedule": {"kind": "custom"}},
            "missing key 'rate' in schedule.custom; allowed: kind, rate. Add it.",
        ),
        ({"items": [{"id": c} for c in "abc"]}, "at most two items; take one out"),
        (
            {"totally": 1},
            "unknown key 'totally' in the top level; allowed: by_name, color, items, name, "
            "schedule, share. Correct its spelling or remove it.",
        ),
    ],
)
def test_every_mistake_becomes_a_sentence(data: dict[str, Any], message: str) -> None:
    assert problem(**data) == f"file.yaml: {message}"


def test_several_mistakes_are_told_at_once() -> None:
    lines = problem(share=2.0, name=5, new=1).splitlines()
    assert len(lines) == 3
    assert all(line.startswith("file.yaml: ") for line in lines)


@pytest.mark.parametrize("data", [None, [], "text", 3])
def test_data_that_is_no_mapping_is_refused(data: object) -> None:
    with pytest.raises(InvalidFileError, match=r"^file\.yaml: the top level has the value"):
        validated("file.yaml", data, Whole)


def test_a_model_cannot_be_changed_afterwards() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Item(id="a").count = 3  # type: ignore[misc]


def test_a_key_near_to_nothing_gets_no_guess() -> None:
    assert unknown_key("zzz", "", ["alpha"]) == (
        "unknown key 'zzz' in the top level; allowed: alpha. Correct its spelling or remove it."
    )
    assert unknown_key("a", "x", []) == (
        "unknown key 'a' in x; allowed: none. Correct its spelling or remove it."
    )
