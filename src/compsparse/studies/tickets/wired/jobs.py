"""Jobs that two themes ask for: whichever comes first adds them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.wired.settings import WiredExperiment
from compsparse.studies.tickets.wired.shape import WIRINGS

NAME = "wired"
RANDOM = 0.5  # share of wrong labels at which they are random


@dataclass(frozen=True)
class Networks:
    """Files of trained networks, and what stands in each.

    Attributes:
        paths: of the files.
        about: wiring, variables, channels and cells of each.
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
    return plan.generate(NAME, "examples", "wired.examples", params)


def networks(plan: Collector, settings: WiredExperiment) -> Networks:
    """Return the four networks at every N, with true and with random labels."""
    decay, made = settings.train.decay, plan.made("train", "model", NAME)
    cells = [
        {"examples": number, "noise": noise, "decay": decay}
        for noise, numbers in (
            (0.0, settings.generate.examples),
            (RANDOM, settings.train.random_labels),
        )
        for number in numbers
    ]
    about = [about_of(settings, of, settings.train.channels, cells) for of in WIRINGS]
    if not made:
        made = [trained(plan, settings, NAME, of["wiring"], of) for of in about]
    return Networks(made, about)


def trained(
    plan: Collector, settings: WiredExperiment, experiment: str, cell: str, about: dict[str, Any]
) -> str:
    """Add trainings of one wiring on the shared examples; return their path.

    Args:
        plan: that they are added to.
        settings: of examples and training.
        experiment: and ``cell``, what the job is named.
        cell: see there.
        about: what is trained, of ``about_of``.
    """
    params = {
        **{name: about[name] for name in ("wiring", "channels", "cells")},
        **settings.train.as_params(),
    }
    data = examples(plan, settings)
    return plan.train(experiment, cell, "wired.networks", params, {"examples": data})


def about_of(
    settings: WiredExperiment, wiring: str, channels: int, cells: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Return what a file of trained networks holds, for those who read it."""
    return {
        "wiring": wiring,
        "variables": settings.generate.variables,
        "channels": channels,
        "cells": list(cells),
    }
