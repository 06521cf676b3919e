"""Settings and jobs on channels by wiring (document 000, Principle I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.shared_settings import Leaves
from workflow_engine.configuration.values import Distinct, Positive, Share, StrictModel

NAME = "wiring"
KINDS = ("tree", "generic")


class Size(StrictModel):
    """A number of variables, and where the target is evaluated."""

    variables: Leaves
    nodes: Annotated[int, Field(ge=3)] | None = Field(
        None, description="of Gauss-Legendre quadrature, in each variable"
    )
    rows: Annotated[int, Field(ge=16)] | None = Field(
        None, description="random points of each half, where the grid is too large"
    )

    @model_validator(mode="after")
    def _one_way(self) -> "Size":
        if (self.nodes is None) == (self.rows is None):
            raise ValueError("either nodes or rows, not both and not neither")
        if self.nodes is not None and self.nodes**self.variables > 2**22:
            raise ValueError(f"at most 4,194,304 places, not {self.nodes}^{self.variables}")
        return self


class Spectra(StrictModel):
    """Numbers of variables."""

    sizes: Annotated[list[Size], Field(min_length=2)]
    every_split_of: Positive = Field(description="d at which all balanced splits are tried")
    runs: Annotated[int, Field(ge=2)] = Field(description="targets of both kinds")

    @model_validator(mode="after")
    def _every_split_is_of_a_size(self) -> "Spectra":
        sizes = [size.variables for size in self.sizes]
        if len(set(sizes)) < len(sizes):
            raise ValueError(f"sizes: each number of variables once, not {sizes}")
        if self.every_split_of not in sizes:
            raise ValueError(
                f"every_split_of is one of the sizes, {sizes}, not {self.every_split_of}"
            )
        return self


class AtErrors(StrictModel):
    """Fractions of the variance; statistics and figures are at the second one."""

    errors: Annotated[list[Share], Field(min_length=2), Distinct]


class Wiring(StrictModel):
    """The theme's experiment."""

    generate: Spectra
    evaluate: AtErrors


class WiringTheme(StrictModel):
    """The theme's experiments."""

    wiring: Wiring


def collect(plan: Collector, settings: WiringTheme) -> None:
    """Add the jobs of this theme."""
    chosen = settings.wiring.generate
    spectra = {}
    for size in chosen.sizes:
        params = {
            "targets": {name: plan.target(name) for name in KINDS},
            **size.model_dump(),
            "every_split": size.variables == chosen.every_split_of,
            "runs": chosen.runs,
        }
        module = "compsparse.studies.approximation.wiring.generate_spectra"
        path = plan.generate(NAME, f"variables_{size.variables}", module, params)
        spectra[size.variables] = path
    evaluated = settings.wiring.evaluate
    errors, drawn = evaluated.model_dump(), {"error": evaluated.errors[1]}
    plan.evaluate(
        "compsparse.studies.approximation.wiring.evaluate_channels",
        {"spectra": list(spectra.values())},
        errors,
        render="compsparse.studies.approximation.wiring.render_channels",
        render_params=drawn,
    )
    plan.evaluate(
        "compsparse.studies.approximation.wiring.evaluate_splits",
        {"spectra": spectra[chosen.every_split_of]},
        errors,
        render="compsparse.studies.approximation.wiring.render_splits",
        render_params=drawn,
    )
