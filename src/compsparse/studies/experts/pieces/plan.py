"""Settings and jobs on pieces (document 000, section 29.3, Exponential Capacity, Comparison)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.experts.collector import Codes, Collector, Generated, MapSettings
from workflow_engine.configuration.values import Positive, StrictModel

Few = Annotated[int, Field(ge=2, le=8)]


class Counted(StrictModel):
    """What is counted, and which E^L maps are approximated by L E pieces."""

    most_experts: Few
    most_layers: Few
    approximated: Annotated[list[Codes], Field(min_length=1)]
    points: Positive = Field(description="at which maps are compared")
    starts: Positive = Field(description="of the search for the best pieces")


class PiecesTheme(StrictModel):
    """The only experiment."""

    maps: MapSettings
    pieces: Generated[Counted]


def collect(plan: Collector, settings: PiecesTheme) -> None:
    """Add the jobs of this theme."""
    params = {**settings.maps.model_dump(), **settings.pieces.generate.model_dump()}
    module = "compsparse.studies.experts.pieces.generate_pieces"
    pieces = plan.generate("pieces", "all", module, params | plan.touched)
    plan.evaluate(
        "compsparse.studies.experts.pieces.evaluate_pieces",
        {"pieces": pieces},
        render="compsparse.studies.experts.pieces.render_pieces",
    )
