"""Jobs that two themes share: whichever comes first adds them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.wired.settings import WiredExperiment
from compsparse.studies.tickets.wired.shape import WIRINGS

NAME = "wired"
RANDOM = 0.5  # fraction of wrong labels at which they are random


@dataclass(frozen=True)
class Networks:
    """Files of trained networks.

    Attributes:
        paths: of the files.
        about: what each holds: wiring, variables, channels and cells.
    """

    paths: list[str]
    about: list[dict[str, Any]]


def examples(plan: Collector, settings: WiredExperiment) -> str:
    """Return the path of the examples."""
    made = plan.made("generate", "data", NAME)
    if made:
        return made[0]
    drawn = settings.generate
    params = {
        **drawn.model_dump(include={"variables", "ranges", "choosing", "judged", "runs"}),
        "examples": drawn.examples[-1],
        **plan.world("rotated", "shuffled_labels", "dense_teacher"),
    }
    module = "compsparse.studies.tickets.wired.generate_examples"
    return plan.generate(NAME, "examples", module, params)


def networks(plan: Collector, settings: WiredExperiment) -> Networks:
    """Return the four networks at every N, with true and with random labels."""
    decay, made = settings.train.decay, plan.made("train", "model", NAME)
    cells = [
        {"examples": number, "noise": noise, "decay": decay}
        for noise in (0.0, RANDOM)
        for number in settings.generate.examples
    ]
    about = [described(settings, name, settings.train.channels, cells) for name in WIRINGS]
    if not made:
        made = [trained(plan, settings, NAME, held["wiring"], held) for held in about]
    return Networks(made, about)


def trained(
    plan: Collector, settings: WiredExperiment, experiment: str, cell: str, about: dict[str, Any]
) -> str:
    """Add trainings of one wiring on the shared examples; return their path.

    Args:
        plan: the collector.
        settings: of examples and training.
        experiment: of the job.
        cell: of the job.
        about: what is trained, as ``described``.
    """
    params = {
        **{name: about[name] for name in ("wiring", "variables", "channels", "cells")},
        **settings.train.model_dump(include={"rates", "restarts", "passes", "batch"}),
    }
    module = "compsparse.studies.tickets.wired.train_networks"
    return plan.train(experiment, cell, module, params, {"examples": examples(plan, settings)})


def described(
    settings: WiredExperiment, wiring: str, channels: int, cells: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Return what a file of trained networks holds, as parameters of those that read it."""
    return {
        "wiring": wiring,
        "variables": settings.generate.variables,
        "channels": channels,
        "cells": list(cells),
    }
