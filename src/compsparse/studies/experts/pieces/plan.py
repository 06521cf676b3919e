"""Settings and jobs on pieces (document 000, section 29.3, Exponential Capacity, Comparison)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.experts.collector import Collector
from compsparse.studies.experts.shared_settings import MapSettings
from compsparse.studies.experts.worlds import touched
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "pieces"


class Approximated(StrictModel):
    """Maps of E codes in L layers, approximated by L E pieces."""

    codes: Annotated[int, Field(ge=2)]
    layers: Annotated[int, Field(ge=2)]


class Counted(StrictModel):
    """What is counted and approximated."""

    most_experts: Annotated[int, Field(ge=2, le=8)]
    most_layers: Annotated[int, Field(ge=2, le=8)]
    approximated: Annotated[list[Approximated], Field(min_length=1)]
    points: Positive = Field(description="at which maps are compared")
    starts: Positive = Field(description="of the search for the best pieces")


class Pieces(StrictModel):
    """The only experiment."""

    generate: Counted


class PiecesTheme(StrictModel):
    """The theme's experiments."""

    maps: MapSettings
    pieces: Pieces


def collect(plan: Collector, settings: PiecesTheme) -> None:
    """Add the jobs of this theme."""
    params = {**settings.maps.model_dump(), **settings.pieces.generate.model_dump()}
    module = "compsparse.studies.experts.pieces.generate_pieces"
    pieces = plan.generate(NAME, "all", module, params | touched(plan.world))
    plan.evaluate(
        "compsparse.studies.experts.pieces.evaluate_pieces",
        {"pieces": pieces},
        render="compsparse.studies.experts.pieces.render_pieces",
    )
