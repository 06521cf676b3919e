"""Settings and jobs on the law of kept weights (document 000, sparse weight matrices)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.shared_settings import (
    DrawnTeacher,
    Kind,
    OwnTeacher,
    described,
)
from workflow_engine.configuration.values import Distinct, StrictModel

NAME = "law"
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$")]  # part of names of files


class LawTeachers(StrictModel):
    """Arity and number varied one at a time, and together at the same number of edges."""

    teachers: Annotated[list[DrawnTeacher], Field(min_length=4), Distinct]
    harder: Annotated[list[Kind], Distinct] = Field(description="kinds of constituents beside relu")
    harder_at: DrawnTeacher = Field(description="one of the teachers")
    own: dict[Name, OwnTeacher] = Field(description="teachers of one's own, by name")

    @model_validator(mode="after")
    def _among(self) -> "LawTeachers":
        if self.harder_at not in self.teachers:
            raise ValueError(f"harder_at: one of the teachers, not {self.harder_at.cell}")
        if "relu" in self.harder:
            raise ValueError("harder: kinds beside relu, which all teachers have")
        return self


class Fitted(StrictModel):
    """Which teachers the fit uses, and series that are compared."""

    least_arity: Annotated[int, Field(ge=1)]
    largest_arity: Annotated[int, Field(ge=2)]
    edges: Annotated[int, Field(ge=2)] = Field(description="of the series of equally many edges")
    constituents: Annotated[int, Field(ge=1)] = Field(
        description="of the series in that arity varies alone"
    )


class LawExperiment(StrictModel):
    """Teachers, and what is fitted to the weights that their students keep."""

    generate: LawTeachers
    evaluate: Fitted

    @model_validator(mode="after")
    def _series(self) -> "LawExperiment":
        fitted = self.evaluate
        arities = range(fitted.least_arity, fitted.largest_arity + 1)
        inside = [of for of in self.generate.teachers if of.arity in arities]
        if len({of.arity for of in inside}) < 2 or len({of.constituents for of in inside}) < 2:
            raise ValueError(
                "teachers: two arities and two numbers of constituents among those that are fitted"
            )
        for name, of in (
            ("edges", {t.arity for t in inside if t.arity * t.constituents == fitted.edges}),
            ("constituents", {t.arity for t in inside if t.constituents == fitted.constituents}),
        ):
            if len(of) < 2:
                raise ValueError(f"evaluate.{name}: no two teachers that are fitted have so many")
        return self


class LawTheme(StrictModel):
    """The theme's experiments."""

    law: LawExperiment


def collect(plan: Collector, settings: LawTheme) -> None:
    """Add the jobs of this theme."""
    drawn, fitted = settings.law.generate, settings.law.evaluate
    rounds, cells = [], []
    kinds: list[tuple[DrawnTeacher, Kind]] = [(of, "relu") for of in drawn.teachers]
    kinds += [(drawn.harder_at, kind) for kind in drawn.harder]
    for teacher, kind in kinds:
        cell = f"{kind}-{teacher.cell}"
        like = (NAME, f"relu-{teacher.cell}")  # kinds differ in what nodes compute alone
        rounds.append(plan.pruned(NAME, cell, described(teacher, kind), like=like).rounds)
        edges = teacher.arity * teacher.constituents
        cells.append({"name": cell, "kind": kind, **teacher.model_dump(), "edges": edges})
    for name, own in drawn.own.items():
        plan.own[name] = plan.pruned(NAME, f"own-{name}", own.model_dump())
        rounds.append(plan.own[name].rounds)
        graph = own.constituents
        edges = sum(map(len, graph))
        cells.append(
            {
                "name": name,
                "kind": "own",
                "arity": edges / len(graph),
                "constituents": len(graph),
                "edges": edges,
            }
        )
    read = {"rounds": rounds}
    series = fitted.model_dump()
    loss = plan.students.pruning.loss
    plan.evaluate(
        "kept_weights",
        read,
        {"cells": cells, "loss": loss, **series},
        render_params={"edges": fitted.edges, "loss": loss},
    )
    table = {"kept": plan.table("kept_weights")}
    plan.evaluate("rows_and_units", table, series)
    at = {"arity": drawn.harder_at.arity, "constituents": drawn.harder_at.constituents}
    plan.evaluate("kinds_of_constituents", table, at, render_params=at)
