"""The job that tries a study's worlds names all that decides what is measured there."""

from dataclasses import replace

from compsparse.provenance.chains import touched
from compsparse.provenance.job import Job
from compsparse.provenance.world_jobs import worlds_jobs

DATA, METRICS = "toy/data/numbers.npz", "toy/tables/toy_curve.metrics.json"


def jobs(**params: object) -> list[Job]:
    """Plan data, an evaluation and its figure."""
    data = Job("toy", "generate", "compsparse.toy.make", {}, dict(params), {"numbers": DATA})
    evaluate = Job(
        study="toy",
        step="evaluate",
        module="compsparse.toy.evaluate",
        wildcards={"result": "toy_curve"},
        params={},
        outputs={"metrics": METRICS},
        inputs={"numbers": DATA},
        sources={"notes": "notes/toy.txt"},
    )
    figure = {"figure": "toy/figures/toy_curve.svg"}
    render = replace(evaluate, step="render", module="compsparse.toy.render", outputs=figure)
    return [data, evaluate, render]


def planned(**worlds: list[Job]) -> Job:
    """Return the one job that is planned."""
    (job,) = worlds_jobs("toy", "smoke", 0, worlds)
    return job


def test_it_reads_what_the_run_measured_claims_and_worlds() -> None:
    job = planned(identity=jobs(world="identity"))
    assert job.inputs == {"metrics": "toy/metrics.json"}
    assert job.sources == {
        "notes/toy.txt": "notes/toy.txt",
        "claims": "workflow/claims/toy.yaml",
        "worlds": "workflow/worlds/toy.yaml",
    }
    assert job.outputs["table"] == "toy/tables/worlds.csv"
    assert job.on_request


def test_code_and_parameters_behind_any_metric_are_its_own_and_figures_are_not() -> None:
    job = planned(identity=jobs(world="identity"), flat=jobs(world="flat"))
    assert job.runs == [
        "compsparse.artifacts.arrays",
        "compsparse.artifacts.json_values",
        "compsparse.toy.evaluate",
        "compsparse.toy.make",
    ]
    assert planned(identity=jobs(world="identity"), flat=jobs(world="flat", count=3)) != job
    data, evaluate, render = jobs(world="flat")
    other = [data, evaluate, replace(render, params={"color": "red"})]
    assert planned(identity=jobs(world="identity"), flat=other) == job


def test_nothing_is_planned_without_worlds_or_evaluations() -> None:
    assert worlds_jobs("toy", "smoke", 0, {}) == []
    assert worlds_jobs("toy", "smoke", 0, {"identity": jobs()[:1]}) == []


def test_what_was_set_for_the_run_stands_in_the_job() -> None:
    (job,) = worlds_jobs("toy", "smoke", 0, {"identity": jobs()}, "toy.steps=3;")
    assert job.params["set"] == "toy.steps=3;"


def test_what_differs_touches_all_that_follows() -> None:
    data, evaluate, render = (job.record_path for job in jobs())
    assert touched(jobs(), jobs()) == set()
    assert touched(jobs(), jobs(world="flat")) == {data, evaluate, render}
    figure = [*jobs()[:2], replace(jobs()[2], params={"color": "red"})]
    assert touched(jobs(), figure) == {render}
    assert touched(jobs()[:1], jobs()) == {evaluate, render}
