"""Every value of params.yaml reaches a job: a value that nothing reads would be a lie."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from compsparse.configuration.load import load
from compsparse.provenance.job import Job
from compsparse.studies.factorial.plan import jobs
from compsparse.studies.factorial.settings import Cosine, Custom

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = load(ROOT / "params.yaml", {"scale": "default"}).settings["factorial"]

# checked against the factorizations when params.yaml is read; no job needs it
VALIDATION_ONLY = {"input_tokens"}


def leaves(model: BaseModel, place: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the path of every value inside nested models."""
    found = []
    for name in type(model).model_fields:
        value = getattr(model, name)
        if isinstance(value, BaseModel) and not isinstance(value, Cosine | Custom):
            found += leaves(value, (*place, name))
        else:
            found.append((*place, name))
    return found


def changed(value: Any) -> Any:
    """Return another value of the same type."""
    if isinstance(value, str):
        return "2^6*3" if value[0].isdigit() else f"{value}x"
    if isinstance(value, list):
        return value[:-1]
    if isinstance(value, Cosine):
        return Custom(kind="custom", minimum_learning_rate=0.001)
    return value * 2


def with_change(model: BaseModel, place: tuple[str, ...]) -> BaseModel:
    """Return a copy of ``model`` with the value at ``place`` changed, unchecked."""
    name, *rest = place
    value = getattr(model, name)
    new = with_change(value, tuple(rest)) if rest else changed(value)
    return model.model_copy(update={name: new})


def planned(settings: BaseModel) -> list[Job]:
    """Return the study's jobs."""
    return jobs(settings, root_seed=0, scale="default")  # type: ignore[arg-type]


@pytest.mark.parametrize("place", leaves(SETTINGS), ids=".".join)
def test_a_changed_value_changes_the_plan(place: tuple[str, ...]) -> None:
    if place[-1] in VALIDATION_ONLY:
        assert planned(with_change(SETTINGS, place)) == planned(SETTINGS)
    else:
        assert planned(with_change(SETTINGS, place)) != planned(SETTINGS)


def test_every_value_says_where_it_comes_from() -> None:
    text = (ROOT / "params.yaml").read_text()
    section = text[text.index("\n  graph:") :]
    bare = {"generate:", "train:", "evaluate:"}
    for line in section.splitlines():
        name, _, rest = line.strip().partition(" ")
        if name and name not in bare and not line.strip().startswith("#"):
            known = {
                "runs:",
                "schedule:",
                "parents:",
                "embedding_dimensions:",
                "logged_steps:",
                "input_factors:",
                "input_tokens:",
            }
            assert "#" in rest or name in known, line
