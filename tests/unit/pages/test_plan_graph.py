"""The graph of the plan is small, and has the plan's edges."""

from collections.abc import Sequence

from compsparse.pages.plan_graph import plan_graph
from workflow_engine.provenance.job import Job, Paths


def job(study: str, step: str, reads: Sequence[str] = (), requested: str = "") -> Job:
    name = f"{study}/{step}"
    inputs: dict[str, Paths] = {"from": [f"{study}/{source}" for source in reads]}
    runs = [requested] if requested else []
    return Job(study, step, f"m.{step}", {}, {}, {"file": name}, inputs, runs=runs)


def drawn(studies: int) -> list[str]:
    jobs = [
        made
        for i in range(studies)
        for made in (
            job(f"s{i}", "evaluate"),
            job(f"s{i}", "render", ["evaluate"]),
            job(f"s{i}", "replicate", requested="m.evaluate"),
        )
    ]
    return [line.strip() for line in plan_graph(jobs).splitlines()]


def test_studies_and_steps_are_nodes_and_what_is_read_is_an_edge() -> None:
    lines = drawn(2)
    assert (lines[0], lines[-1]) == ("```mermaid", "```")
    assert 's0["s0<br>1 result"]' in lines
    assert 'render["render<br>2 jobs"]' in lines
    assert 'replicate(["replicate<br>2 jobs"])' in lines
    assert [line for line in lines if "-->" in line] == [
        "evaluate --> render",
        "studies --> steps",
    ]


def test_there_are_at_most_twenty_nodes() -> None:
    assert sum("<br>" in line for line in drawn(17)) == 20
    lines = drawn(18)
    assert '18_studies["18 studies<br>18 results"]' in lines
    assert sum("<br>" in line for line in lines) == 4
