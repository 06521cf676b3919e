"""Experiments of one step: their settings in params.yaml, under the step's name."""

from typing import Generic, Literal, TypeVar

from workflow_engine.configuration.values import StrictModel

MachineName = Literal[
    "parity", "unary_increment", "binary_increment", "binary_addition", "zeros_ones", "palindrome"
]
Step = TypeVar("Step", bound=StrictModel)


class Generated(StrictModel, Generic[Step]):
    """An experiment that only generates."""

    generate: Step


class Trained(StrictModel, Generic[Step]):
    """An experiment that only trains."""

    train: Step


class Evaluated(StrictModel, Generic[Step]):
    """An experiment that only evaluates."""

    evaluate: Step
