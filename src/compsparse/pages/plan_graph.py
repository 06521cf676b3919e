"""The graph of studies and steps, drawn from the plan as Mermaid."""

from collections import Counter
from collections.abc import Sequence

from workflow_engine.counted import counted
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.plan import makers

_MOST = 20  # nodes that are still read at a glance
_ORDINARY, _ON_REQUEST = '["{}"]', '(["{}"])'  # a box, a box with round ends


def plan_graph(jobs: Sequence[Job]) -> str:
    """Return the graph: how many results each study has, and which step feeds which.

    Args:
        jobs: the whole plan, official verdicts and what is done on request included.
    """
    maker = makers({job.record_path: job for job in jobs})
    steps = Counter(job.step for job in jobs)
    requested = {job.step for job in jobs if is_on_request(job)}
    feeds = {(maker[path].step, job.step) for job in jobs for path in job.input_paths}
    results = Counter(job.study for job in jobs if job.step == "render")
    studies = [_node(study, counted(number, "result")) for study, number in results.items()]
    if len(studies) + len(steps) > _MOST:
        studies = [_node(f"{len(results)} studies", counted(results.total(), "result"))]
    nodes = [
        _node(step, counted(number, "job"), _ON_REQUEST if step in requested else _ORDINARY)
        for step, number in steps.items()
    ]
    edges = [f"{before} --> {after}" for before, after in sorted(feeds) if before != after]
    lines = [
        "flowchart LR",
        "  subgraph studies",
        *(f"    {node}" for node in studies),
        "  end",
        "  subgraph steps",
        *(f"    {line}" for line in (*nodes, *edges)),
        "  end",
        "  studies --> steps",
    ]
    return "\n".join(["```mermaid", *lines, "```"])


def _node(name: str, count: str, shape: str = _ORDINARY) -> str:
    return name.replace(" ", "_") + shape.format(f"{name}<br>{count}")
