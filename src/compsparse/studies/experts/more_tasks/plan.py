"""Settings and jobs on further targets, on request."""

from compsparse.studies.experts.collector import Collector
from compsparse.studies.experts.learning.methods import METHODS
from compsparse.studies.experts.shared_settings import Size
from workflow_engine.configuration.values import StrictModel

NAME = "more_tasks"


class Tasks(StrictModel):
    """Sizes: of more layers, and of codes that a random rotation mixes."""

    deep: Size
    rotated: Size


class MoreTasks(StrictModel):
    """The only experiment."""

    generate: Tasks


class MoreTasksTheme(StrictModel):
    """The theme's experiments."""

    more_tasks: MoreTasks


def collect(plan: Collector, settings: MoreTasksTheme) -> None:
    """Add the jobs of this theme."""
    tasks = settings.more_tasks.generate
    paths, cells = [], []
    for kind, size in (("deep", tasks.deep), ("rotated", tasks.rotated)):
        path = plan.learned(
            NAME,
            kind,
            size.codes,
            size.layers,
            [size.held_out],
            METHODS,
            **({"rotated": True} if kind == "rotated" else {}),
        )
        paths.append(path)
        cells.append({"kind": kind, "methods": list(METHODS)})
    title = "E = {0.codes}, L = {0.layers}"
    plan.evaluate(
        "compsparse.studies.experts.more_tasks.evaluate_more_tasks",
        {"models": paths},
        {"cells": cells},
        render="compsparse.studies.experts.more_tasks.render_more_tasks",
        headline=False,
        render_params={
            "deep": title.format(tasks.deep),
            "rotated": f"{title.format(tasks.rotated)}, mixed codes",
        },
    )
