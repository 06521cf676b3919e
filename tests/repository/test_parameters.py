"""Every value of params.yaml reaches a job: a value that nothing reads would be a lie."""

from importlib import import_module
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from compsparse.studies.factorial.shared_settings import Cosine, Custom
from compsparse.studies.tickets.shared_settings import DrawnTeacher, GraphTeacher
from tests.house_plan import ROOT, configuration
from workflow_engine.provenance.job import Job

CONFIGURATION = configuration()
STUDIES = CONFIGURATION.studies

# models that are changed as a whole
WHOLE = Cosine | Custom | DrawnTeacher


def leaves(model: BaseModel, place: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the path of every value inside nested models."""
    found = []
    for name in type(model).model_fields:
        value = getattr(model, name)
        if isinstance(value, BaseModel) and not isinstance(value, WHOLE):
            found += leaves(value, (*place, name))
        else:
            found.append((*place, name))
    return found


PLACES = [(study, place) for study in STUDIES for place in leaves(CONFIGURATION.settings[study])]

PLACES = [(study, place) for study, place in PLACES if place != ("on_request",)]

# checked against the factorizations when params.yaml is read; no job needs it
VALIDATION_ONLY = {"input_tokens"}
# names of which there are few
OTHER = {"face": "two_objects", "two_objects": "face", "muon": "adam"}


def changed(name: str, value: Any) -> Any:
    """Return another value of the same type, one that its own range allows."""
    if name == "world":
        return "identity"  # one of a few names
    if name in ("folds", "variables") and isinstance(value, int):
        return 2 * value  # a power of two
    if name in ("every_split_of", "corners"):
        return value // 2  # another power of two, one of the sizes; room for fewer variables
    if isinstance(value, DrawnTeacher):
        return DrawnTeacher(arity=2, constituents=8)  # one of those of the law
    if value == {}:
        return {"mine": GraphTeacher(kind="relu", graph=[[0, 1], [2]])}
    if isinstance(value, str) and value in OTHER:
        return OTHER[value]
    if isinstance(value, str):
        return "2^6*3" if value[0].isdigit() else f"{value}x"
    if isinstance(value, list):
        return value[:-1]
    if isinstance(value, dict):
        *others, (last, entry) = value.items()
        other = one_changed(entry) if isinstance(entry, BaseModel) else changed(last, entry)
        return {**dict(others), last: other}
    if isinstance(value, Cosine):
        return Custom(kind="custom", minimum_learning_rate=0.001)
    if isinstance(value, Custom):
        return Custom(kind="custom", minimum_learning_rate=value.minimum_learning_rate / 2)
    if value is None:
        return "elsewhere"
    if isinstance(value, float):
        return value / 2 if value else 0.5  # a share stays one
    return value - 1 if name.endswith("_per_job") else value + 1  # a job may hold all cells now


def one_changed(model: BaseModel) -> BaseModel:
    """Return a copy of a model that stands in a mapping, with one value changed."""
    given = [place for place in leaves(model) if getattr(model, place[0]) is not None]
    return with_change(model, given[-1])


def with_change(model: BaseModel, place: tuple[str, ...]) -> BaseModel:
    """Return a copy of ``model`` with the value at ``place`` changed, unchecked."""
    name, *rest = place
    value = getattr(model, name)
    new = with_change(value, tuple(rest)) if rest else changed(name, value)
    return model.model_copy(update={name: new})


def planned(study: str, settings: BaseModel) -> list[Job]:
    """Return the study's jobs."""
    module = import_module(f"compsparse.studies.{study}.plan")
    if "on_request" in type(settings).model_fields:  # all that can be asked for reads values, too
        asked = type(settings).model_fields["on_request"].annotation
        settings = settings.model_copy(update={"on_request": list(get_args(get_args(asked)[0]))})
    jobs: list[Job] = module.jobs(settings, root_seed=0, scale="default")
    return jobs


@pytest.mark.dear
@pytest.mark.parametrize("study", STUDIES)
def test_a_changed_value_changes_the_plan(study: str) -> None:
    settings = CONFIGURATION.settings[study]
    before = planned(study, settings)
    places = [place for name, place in PLACES if name == study]
    assert places
    for place in places:
        unread = place[-1] in VALIDATION_ONLY
        assert (planned(study, with_change(settings, place)) == before) == unread, place


# names that say it themselves, or whose source stands at the same name nearby
NEED_NO_SOURCE = {
    "runs",
    "schedule",
    "parents",
    "embedding_dimensions",
    "logged_steps",
    "input_factors",
    "input_tokens",
}


@pytest.mark.parametrize("study", STUDIES)
def test_every_value_says_where_it_comes_from(study: str) -> None:
    text = (ROOT / "params.yaml").read_text()
    section = text[text.index(f"\n{study}:\n") + 1 :].splitlines()
    unsaid = []
    for line in section[1:]:
        if line[:1] not in ("", " "):
            break  # the next study
        name, _, rest = line.strip().partition(":")
        if not name or name.startswith("#"):
            continue
        if "#" in rest or name in NEED_NO_SOURCE:
            continue
        heads_an_experiment = line[2] != " "
        if rest.strip() or heads_an_experiment:  # else a bare "train:", whose values follow
            unsaid.append(line)
    assert unsaid == []
