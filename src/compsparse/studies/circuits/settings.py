"""Experiments of one step: their settings in params.yaml, under the step's name."""

from typing import Generic, TypeVar

from workflow_engine.configuration.values import StrictModel

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
