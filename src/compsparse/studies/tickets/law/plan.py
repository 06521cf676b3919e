"""Settings and jobs on the law of kept weights (document 000, sparse weight matrices)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.shared_settings import DrawnTeacher, Kind, OwnTeacher, described
from workflow_engine.configuration.values import Distinct, Positive, StrictModel

NAME = "law"
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$")]  # part of names of files
AtLeastTwo = Annotated[int, Field(ge=2)]


class LawTeachers(StrictModel):
    """Arity and number varied one at a time, and together at the same number of edges."""

    teachers: Annotated[list[DrawnTeacher], Field(min_length=4), Distinct]
    harder: Annotated[list[Kind], Distinct] = Field(description="kinds of constituents beside relu")
    harder_at: DrawnTeacher = Field(description="one of the teachers")
    own: dict[Name, OwnTeacher] = Field(description="teachers of the user, by name")

    @model_validator(mode="after")
    def _among(self) -> "LawTeachers":
        if self.harder_at not in self.teachers:
            raise ValueError(f"harder_at: one of the teachers, not {self.harder_at.cell}")
        if "relu" in self.harder:
            raise ValueError("harder: kinds beside relu, which all teachers have")
        return self


class Fitted(StrictModel):
    """Which teachers the fit uses, and series that are compared."""

    least_arity: Positive
    largest_arity: AtLeastTwo
    edges: AtLeastTwo = Field(description="of the series of equally many edges")
    constituents: Positive = Field(description="of the series in which only the arity varies")


class LawExperiment(StrictModel):
    """Teachers, and what is fitted to the weights that their students keep."""

    generate: LawTeachers
    evaluate: Fitted

    @model_validator(mode="after")
    def _series(self) -> "LawExperiment":
        fitted = self.evaluate
        arities = range(fitted.least_arity, fitted.largest_arity + 1)
        chosen = [t for t in self.generate.teachers if t.arity in arities]
        if len({t.arity for t in chosen}) < 2 or len({t.constituents for t in chosen}) < 2:
            raise ValueError(
                "teachers: two arities and two numbers of constituents among those that are fitted"
            )
        for name, series in (
            ("edges", {t.arity for t in chosen if t.arity * t.constituents == fitted.edges}),
            ("constituents", {t.arity for t in chosen if t.constituents == fitted.constituents}),
        ):
            if len(series) < 2:
                raise ValueError(f"evaluate.{name}: no two teachers that are fitted have so many")
        return self


class LawTheme(StrictModel):
    """The theme's experiment."""

    law: LawExperiment


def collect(plan: Collector, settings: LawTheme) -> None:
    """Add the jobs of this theme."""
    drawn, fitted = settings.law.generate, settings.law.evaluate
    rounds, cells = [], []
    kinds: list[tuple[DrawnTeacher, Kind]] = [(teacher, "relu") for teacher in drawn.teachers]
    kinds += [(drawn.harder_at, kind) for kind in drawn.harder]
    for teacher, kind in kinds:
        cell = f"{kind}-{teacher.cell}"
        like = (NAME, f"relu-{teacher.cell}")  # kinds differ in the nonlinearity alone
        rounds.append(plan.pruned(NAME, cell, described(teacher, kind), like=like).rounds)
        edges = teacher.arity * teacher.constituents
        cells.append({"name": cell, "kind": kind, **teacher.model_dump(), "edges": edges})
    for name, given in drawn.own.items():
        plan.user_teachers[name] = plan.pruned(NAME, f"own-{name}", given.model_dump())
        rounds.append(plan.user_teachers[name].rounds)
        edges, size = sum(map(len, given.constituents)), len(given.constituents)
        graph = {"arity": edges / size, "constituents": size, "edges": edges}
        cells.append({"name": name, "kind": "own", **graph})
    series = fitted.model_dump()
    loss = plan.students.pruning.loss
    plan.evaluate(
        "compsparse.studies.tickets.law.evaluate_kept_weights",
        {"rounds": rounds},
        {"cells": cells, "loss": loss, **series},
        render="compsparse.studies.tickets.law.render_kept_weights",
        render_params={"edges": fitted.edges, "loss": loss},
    )
    table = {"kept": plan.table("kept_weights")}
    plan.evaluate(
        "compsparse.studies.tickets.law.evaluate_rows_and_units",
        table,
        series,
        render="compsparse.studies.tickets.law.render_rows_and_units",
    )
    graph_size = drawn.harder_at.model_dump()
    plan.evaluate(
        "compsparse.studies.tickets.law.evaluate_kinds_of_constituents",
        table,
        graph_size,
        render="compsparse.studies.tickets.law.render_kinds_of_constituents",
        render_params=graph_size,
    )
