"""A toy study with worlds: two branches from the same numbers, one of which a world breaks."""

from pathlib import Path

from tests.workflow.project import ToyProject

STUDY = "src/compsparse/studies/alpha"

SETTINGS = '''
"""Parameters of the toy study with worlds."""

from typing import Literal

from workflow_engine.configuration.values import Positive
from workflow_engine.validation.strict_model import StrictModel


class Generate(StrictModel):
    count: Positive


class Evaluate(StrictModel):
    unit: Positive


class Settings(StrictModel):
    world: Literal["none", "identity", "nothing_left", "fewer"]
    generate: Generate
    evaluate: Evaluate
'''

PLAN = '''
"""generate -> train left and right -> evaluate left, ratio (of the left) and right -> judge."""

from compsparse.studies.alpha.settings import Settings

from workflow_engine.provenance.job import Job, filled

TOUCHED = {"identity": ("left", "right"), "nothing_left": ("left",)}


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    def job(step, wildcards, params, inputs, patterns, **more):
        module = more.pop("module", f"compsparse.studies.alpha.{step}")
        outputs = filled(patterns, wildcards)
        return Job(
            "alpha", step, module, wildcards, params, outputs, inputs, patterns=patterns, **more
        )

    def world(side):
        return {"world": settings.world} if side in TOUCHED.get(settings.world, ()) else {}

    data = "alpha/data/numbers.json"
    sides = {"left": "left", "ratio": "left", "right": "right"}
    metrics = {result: f"alpha/tables/alpha_{result}.metrics.json" for result in sides}
    return [
        job(
            "generate",
            {},
            {"root_seed": root_seed, "count": settings.generate.count, "clip": 60},
            {},
            {"numbers": data},
        ),
        *(
            job(
                "train",
                {"side": side},
                {"side": side, **world(side)},
                {"numbers": data},
                {"model": "alpha/models/{side}.json"},
            )
            for side in ("left", "right")
        ),
        *(
            job(
                "evaluate",
                {"result": f"alpha_{result}"},
                {"result": result, "unit": settings.evaluate.unit},
                {"model": f"alpha/models/{side}.json"},
                {"metrics": "alpha/tables/{result}.metrics.json"},
            )
            for result, side in sides.items()
        ),
        job(
            "render",
            {"result": "alpha_left"},
            {},
            {"metrics": metrics["left"]},
            {"figure": "alpha/figures/{result}.json"},
        ),
        job(
            "judge",
            {},
            {"study": "alpha", "scale": scale, "root_seed": root_seed},
            {"metrics": list(metrics.values())},
            {"metrics": "alpha/metrics.json", "claims": "alpha/run_claims.json"},
            module="compsparse.claims.judge",
            sources={"claims": "workflow/claims/alpha.yaml"},
        ),
    ]
'''

TRAIN = '''
"""Keep every second number; carry out the world."""

from workflow_engine.artifacts.json_values import read_json
from workflow_engine.steps import Inputs, Outputs, single


def run(inputs: Inputs, *, side: str, world: str = "none") -> Outputs:
    numbers = read_json(single(inputs, "numbers"))[side == "left" :: 2]
    if world == "nothing_left":
        numbers = [0 for _ in numbers]
    return {"model": numbers}
'''

EVALUATE = '''
"""Measure one side."""

from workflow_engine.artifacts.json_values import read_json
from workflow_engine.steps import Inputs, Outputs, single


def run(inputs: Inputs, *, result: str, unit: int) -> Outputs:
    numbers = read_json(single(inputs, "model"))
    if result == "ratio":
        if sum(numbers) == 0:
            raise ValueError("the sum is 0, so there is no ratio")
        values = {"ratio": max(numbers) / sum(numbers)}
    else:
        values = {"total": sum(numbers) * unit, "size": len(numbers)}
    metrics = {k: {"value": v, "low": v, "high": v, "n": 1} for k, v in values.items()}
    return {"metrics": {f"alpha_{result}": metrics}}
'''

RENDER = '''
"""Draw a bar."""

from workflow_engine.artifacts.json_values import read_json
from workflow_engine.steps import Inputs, Outputs, single


def run(inputs: Inputs) -> Outputs:
    return {"figure": "#" * read_json(single(inputs, "metrics"))["alpha_left"]["size"]["value"]}
'''

_RESULT = """
  {name}:
    title: {name}
    place: nowhere
    scale: smoke
    message: It is so.
    metrics: {{ {metrics} }}
    claims: {claims}
    checks: {checks}
"""
_CLAIM = (
    "{{statement: {name}, source: nobody, kind: exact, accept: {{above: {above}}}, "
    "origin: document, band: A sign., scale: smoke}}"
)


def _claims(**above: float) -> str:
    return "{" + ", ".join(f"{n}: {_CLAIM.format(name=n, above=a)}" for n, a in above.items()) + "}"


CLAIMS = 'study: alpha\ndocument: "004"\nregistered: null\nresults:' + "".join(
    _RESULT.format(
        name=name,
        metrics="total: sum, size: how many" if name != "ratio" else "ratio: a share",
        claims=_claims(total=0) if name != "ratio" else _claims(ratio=0),
        checks=_claims(size=2) if name != "ratio" else "{}",
    )
    for name in ("left", "ratio", "right")
)

WORLDS = """study: alpha
worlds:
  nothing_left:
    takes_away: Every number on the left is zero.
    fails: [alpha_left_total]
  fewer:
    takes_away: Fewer numbers.
    set: {generate.count: 4}
    fails: []
"""


def with_worlds(project: ToyProject) -> ToyProject:
    """Return the project after its first study was given worlds, the others left out."""
    (project.root / "params.yaml").write_text(
        "scale: default\nroot_seed: 0\nnumerics: portable\nstudies: [alpha]\n\n"
        "alpha:\n  world: none\n  generate: {count: 20}\n  evaluate: {unit: 1}\n"
    )
    for name, text in {
        f"{STUDY}/settings.py": SETTINGS,
        f"{STUDY}/plan.py": PLAN,
        f"{STUDY}/train.py": TRAIN,
        f"{STUDY}/evaluate.py": EVALUATE,
        f"{STUDY}/render.py": RENDER,
        "workflow/claims/alpha.yaml": CLAIMS,
        "workflow/worlds/alpha.yaml": WORLDS,
    }.items():
        path = project.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return project


def root_of(project: ToyProject, world: str, scale: str = "default") -> Path:
    """Return the output root of a world."""
    return project.root / f"results/.scratch/{scale}-world-alpha-{world}"
