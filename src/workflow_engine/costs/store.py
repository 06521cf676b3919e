"""Read and write workflow/costs/<study>.json."""

import json
import os
from pathlib import Path

from workflow_engine.costs.errors import CostsError
from workflow_engine.costs.model import StudyCosts
from workflow_engine.provenance.project import Project
from workflow_engine.validation.regular_files import read_text
from workflow_engine.validation.strict_model import validated


def costs_file(project: Project, study: str) -> Path:
    """Return where the costs of a study are stored."""
    return project.root / "workflow" / "costs" / f"{study}.json"


def read_costs(project: Project, study: str) -> StudyCosts | None:
    """Return the stored costs of a study; None where nothing was ever stored.

    Raises:
        CostsError: the file is not what ``write_costs`` writes.
    """
    path = costs_file(project, study)
    name = str(path.relative_to(project.root))
    remedy = "Restore it from git, or delete it and measure again: `compsparse costs --write`."
    try:
        content = json.loads(read_text(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as problem:
        raise CostsError(f"{name}: this file is not readable JSON ({problem}). {remedy}") from None
    costs = validated(name, content, StudyCosts, CostsError)
    if costs.study != study:
        raise CostsError(
            f"{name}: study has the value {costs.study!r}; allowed: {study!r}, as the file's name "
            f"says. {remedy}"
        )
    return costs


def write_costs(project: Project, costs: StudyCosts) -> Path:
    """Store the costs of a study, a line for each job, so that git shows what changed."""
    path = costs_file(project, costs.study)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(_text(costs), encoding="utf-8")
    temporary.replace(path)
    return path


def _text(costs: StudyCosts) -> str:
    blocks = []
    for scale in sorted(costs.scales):
        of_scale = costs.scales[scale]
        jobs = ",\n".join(
            f"    {json.dumps(name)}: {cost.model_dump_json()}"
            for name, cost in sorted(of_scale.jobs.items())
        )
        run = "null" if of_scale.run is None else of_scale.run.model_dump_json()
        blocks.append(
            f'  {json.dumps(scale)}: {{\n   "machine": {of_scale.machine.model_dump_json()},\n'
            f'   "run": {run},\n   "jobs": {{\n{jobs}\n   }}\n  }}'
        )
    return f'{{\n "study": {json.dumps(costs.study)},\n "scales": {{\n' + (
        ",\n".join(blocks) + "\n }\n}\n"
    )
