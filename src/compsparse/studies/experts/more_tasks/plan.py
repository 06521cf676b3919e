"""Settings and jobs on further targets, on request."""

from compsparse.studies.experts.collector import Collector
from compsparse.studies.experts.learning.methods import METHODS
from compsparse.studies.experts.shared_settings import Generated, Size
from workflow_engine.configuration.values import StrictModel


class Tasks(StrictModel):
    """Sizes: of more layers, and of codes that a random rotation mixes."""

    deep: Size
    rotated: Size


class MoreTasksTheme(StrictModel):
    """The only experiment."""

    more_tasks: Generated[Tasks]


def collect(plan: Collector, settings: MoreTasksTheme) -> None:
    """Add the jobs of this theme."""
    tasks = settings.more_tasks.generate
    learned = []
    for kind, size, more in (
        ("deep", tasks.deep, {}),
        ("rotated", tasks.rotated, {"rotated": True}),
    ):
        about = {"kind": kind}
        learned.append(plan.learned("more_tasks", size, METHODS, about, cell=kind, **more))
    title = "E = {0.codes}, L = {0.layers}"
    plan.compare(
        "compsparse.studies.experts.more_tasks.evaluate_more_tasks",
        learned,
        render="compsparse.studies.experts.more_tasks.render_more_tasks",
        headline=False,
        render_params={
            "deep": title.format(tasks.deep),
            "rotated": f"{title.format(tasks.rotated)}, mixed codes",
        },
    )
