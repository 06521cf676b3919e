"""The study's collector of jobs, and settings that several themes share."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field, model_validator

from compsparse.studies.experts.learning.methods import Method
from compsparse.studies.experts.learning.network import RoutedLayer
from compsparse.studies.experts.worlds import World
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel
from workflow_engine.job_collector import JobCollector

STUDY = "experts"
Cell = dict[str, Any]  # what models are about, by column of a table, and their methods
Learned = tuple[str, Cell]  # with their path
Two = Annotated[int, Field(ge=2)]  # or more
Runs = Annotated[int, Field(ge=3)]
Rates = Annotated[list[PositiveNumber], Field(min_length=3), Increasing]
Content = TypeVar("Content")
Trainings = TypeVar("Trainings")
Number = TypeVar("Number", int, list[int])


class Generated(StrictModel, Generic[Content]):
    """An experiment that shares all but its targets with others."""

    generate: Content


class Trained(Generated[Content], Generic[Content, Trainings]):
    """An experiment with targets and trainings of its own."""

    train: Trainings


class Codes(StrictModel):
    """E codes in each of L layers; each of the E^L combinations is held out once."""

    codes: Two
    layers: Two

    @property
    def name(self) -> str:
        """Codes and layers."""
        return f"{self.codes}x{self.layers}"

    @property
    def combinations(self) -> int:
        """How many there are."""
        return int(self.codes**self.layers)

    @property
    def numbers(self) -> list[int]:
        """How many are held out in each fold; none: each once."""
        return []


class HeldOut(Codes, Generic[Number]):
    """So many of the E^L combinations are held out, in one fold or in several."""

    held_out: Number

    @model_validator(mode="after")
    def _leaves_every_code(self) -> "HeldOut[Number]":
        most = self.combinations - self.codes
        if max(self.numbers) > most:
            raise ValueError(
                f"held_out: at most {most} of {self.combinations} combinations, so that each "
                f"code of each layer is seen, not {self.held_out}"
            )
        return self

    @property
    def numbers(self) -> list[int]:
        """How many are held out in each fold."""
        return self.held_out if isinstance(self.held_out, list) else [self.held_out]


Size = HeldOut[Positive]
Several = HeldOut[Annotated[list[Positive], Field(min_length=2), Increasing]]


class MapSettings(StrictModel):
    """Maps z -> tanh(gain (Q z + b)) of so many dimensions."""

    dimension: Two
    gain: PositiveNumber
    runs: Runs = Field(description="each has maps, hold-outs, batches and first weights of its own")


class Training(StrictModel):
    """Equal for all networks that are compared."""

    width: Positive = Field(description="of an expert of the network routed by its own codes")
    rates: Rates
    sparsity: PositiveNumber = Field(description="weight of absolute router weights in the loss")
    steps: Positive
    batch: Positive
    judged: Positive = Field(description="examples of each combination")


class LayerTraining(StrictModel):
    """Experts of the layers, and training, equal for all."""

    experts: Two
    kept: Two = Field(description="experts that an input goes to; one of them may be shared")
    width: Positive = Field(description="of an expert; a coarse one is as wide as all kept")
    rates: Rates
    steps: Positive
    batch: Positive
    offset_step: PositiveNumber = Field(description="of balancing, after each update")
    judged: Positive

    @model_validator(mode="after")
    def _coarse_ones_are_as_large(self) -> "LayerTraining":
        if self.experts % self.kept:
            raise ValueError(
                f"kept: a divisor of the {self.experts} experts, so that coarse ones are as large "
                f"together, not {self.kept}"
            )
        return self

    @property
    def arms(self) -> dict[str, RoutedLayer]:
        """The layers that are compared; of a shared expert's there is one fewer to choose."""
        coarse = self.kept * self.width
        arms = {
            "dense_active": RoutedLayer(0, 0, 1, coarse),
            "dense_total": RoutedLayer(0, 0, 1, self.experts * self.width),
        }
        for ending, balanced in (("", False), ("_balanced", True)):
            fine = self.width, balanced
            arms[f"coarse{ending}"] = RoutedLayer(self.experts // self.kept, 1, 0, coarse, balanced)
            arms[f"fine{ending}"] = RoutedLayer(self.experts, self.kept, 0, *fine)
            arms[f"shared{ending}"] = RoutedLayer(self.experts - 1, self.kept - 1, 1, *fine)
        return arms

    def params(self, arms: dict[str, RoutedLayer]) -> dict[str, Any]:
        """Return the parameters of a step that trains these layers."""
        given = self.model_dump(exclude={"experts", "kept", "width"})
        return given | {"arms": {name: vars(layer) for name, layer in arms.items()}}


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(
        self, root_seed: int, scale: str, maps: MapSettings, training: Training, world: World
    ) -> None:
        """Start without jobs."""
        super().__init__(STUDY, root_seed, scale)
        self._maps, self._training = maps, training
        # what a world adds to the parameters of a step: its name, or nothing
        self.touched: dict[str, World] = {} if world == "none" else {"world": world}

    def learned(
        self,
        experiment: str,
        size: Codes,
        methods: Sequence[Method],
        about: Mapping[str, Any] | None = None,
        cell: str | None = None,
        **more: Any,
    ) -> Learned:
        """Add skills and the methods that learn them; return the models.

        ``cell`` is named by its size if nothing else is said; ``more`` is of the skills.
        """
        cell = cell or size.name
        params = {"codes": size.codes, "layers": size.layers, "held_out": size.numbers}
        params |= self._maps.model_dump() | more | self.touched
        module = "compsparse.studies.experts.skills.generate_skills"
        skills = self.generate(experiment, cell, module, params)
        training = {"methods": list(methods), **self._training.model_dump(), **self.touched}
        module = "compsparse.studies.experts.learning.train_methods"
        models = self.train(experiment, cell, module, training, {"skills": skills})
        return models, {**(about or {}), "methods": list(methods)}

    def compare(self, module: str, learned: Sequence[Learned], **more: Any) -> None:
        """Add a result on models; ``more`` is as of ``evaluate``."""
        paths, cells = zip(*learned, strict=True)
        self.evaluate(module, {"models": list(paths)}, {"cells": list(cells)}, **more)
