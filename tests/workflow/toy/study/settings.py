"""Parameters of the toy study."""

from workflow_engine.configuration.values import Positive
from workflow_engine.validation.strict_model import StrictModel


class Generate(StrictModel):
    count: Positive
    clip: Positive


class Train(StrictModel):
    rates: list[Positive]
    offset: int
    factor: int


class Prune(StrictModel):
    fractions: list[Positive]


class Settings(StrictModel):
    generate: Generate
    train: Train
    prune: Prune
