"""A picture of document 001 whose best depth it gives, or this project takes (Figure 4)."""

from pydantic import Field

from workflow_engine.configuration.values import Positive, PositiveNumber, StrictModel


class Artifact(StrictModel):
    """Its complexity and best depth; fields in the order of columns."""

    complexity: PositiveNumber = Field(description="bytes of the PNG over bytes of the raw image")
    depth: Positive
    name: str
