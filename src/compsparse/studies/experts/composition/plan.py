"""Settings and jobs on combinations of codes (document 000, section 29.3, Mechanism)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.experts.collector import Collector
from compsparse.studies.experts.learning.methods import METHODS, Method
from compsparse.studies.experts.shared_settings import Size
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

# methods where each combination has maps of its own, and where the number held out varies
INDEPENDENT: tuple[Method, ...] = ("own", "free", "flat", "pieces", "full_pieces", "dense_all")
HELD_OUT: tuple[Method, ...] = ("own", "free", "dense_own")


class Composition(StrictModel):
    """Sizes of the target."""

    sizes: Annotated[list[Size], Field(min_length=1)]


class CompositionTask(StrictModel):
    """Combinations of shared maps."""

    generate: Composition


class IndependentTask(StrictModel):
    """Maps of its own for each combination."""

    generate: Size


class Several(StrictModel):
    """Several numbers of held-out combinations."""

    codes: Annotated[int, Field(ge=2)]
    layers: Annotated[int, Field(ge=2)]
    held_out: Annotated[list[Positive], Field(min_length=2), Increasing]

    @model_validator(mode="after")
    def _leaves_every_code(self) -> "Several":
        Size(codes=self.codes, layers=self.layers, held_out=self.held_out[-1])
        return self


class SeveralTask(StrictModel):
    """The same target with fewer and fewer seen combinations."""

    generate: Several


class CompositionTheme(StrictModel):
    """The theme's experiments."""

    composition: CompositionTask
    independent: IndependentTask
    held_out: SeveralTask


def collect(plan: Collector, settings: CompositionTheme) -> None:
    """Add the jobs of this theme."""
    sizes = settings.composition.generate.sizes
    paths, cells = [], []
    for size in sizes:
        held_out = [size.held_out]
        path = plan.learned("composition", size.name, size.codes, size.layers, held_out, METHODS)
        paths.append(path)
        about = {"size": size.name, "codes": size.codes, "layers": size.layers}
        cells.append({**about, "methods": list(METHODS)})
    for result in ("composition", "paths"):
        plan.evaluate(
            f"compsparse.studies.experts.composition.evaluate_{result}",
            {"models": paths},
            {"cells": cells},
            render=f"compsparse.studies.experts.composition.render_{result}",
        )
    one = settings.independent.generate
    path = plan.learned(
        "independent",
        one.name,
        one.codes,
        one.layers,
        [one.held_out],
        INDEPENDENT,
        independent=True,
    )
    plan.evaluate(
        "compsparse.studies.experts.composition.evaluate_independent",
        {"models": [path]},
        {"cells": [{"size": one.name, "methods": list(INDEPENDENT)}]},
        render="compsparse.studies.experts.composition.render_independent",
        render_params={"combinations": one.codes**one.layers},
    )
    several = settings.held_out.generate
    path = plan.learned(
        "held_out",
        f"{several.codes}x{several.layers}",
        several.codes,
        several.layers,
        several.held_out,
        HELD_OUT,
    )
    plan.evaluate(
        "compsparse.studies.experts.composition.evaluate_held_out",
        {"models": [path]},
        {"cells": [{"methods": list(HELD_OUT)}]},
        render="compsparse.studies.experts.composition.render_held_out",
        render_params={"combinations": several.codes**several.layers},
    )
