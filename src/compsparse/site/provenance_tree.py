"""Where a result comes from, as a tree to unfold: figure, table, models, data, down to seeds."""

import json
from collections.abc import Mapping

from compsparse.site.content import Content, ShownResult
from compsparse.site.html import code, described, folded
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.record import times

_LONGEST = 400  # characters of a parameter


def provenance_tree(content: Content, result: ShownResult) -> str:
    """Return nested lists: each job once, with its digests, parameters and seeds."""
    shown: set[str] = set()
    last = result.chain[-1] if result.chain else None
    return f'<ul class="chain">{_node(content, last, shown)}</ul>' if last else ""


def _node(content: Content, job: Job, shown: set[str]) -> str:
    names = ", ".join(code(path.rpartition("/")[2]) for path in job.outputs.values())
    title = f"<b>{job.step}</b> {names}"
    if job.record_path in shown:
        return f"<li>{title} (above)</li>"
    shown.add(job.record_path)
    before = {content.makers[p].record_path: content.makers[p] for p in job.input_paths}
    inner = "".join(_node(content, maker, shown) for maker in before.values())
    body = described(_facts(content, job)) + (f"<ul>{inner}</ul>" if inner else "")
    return f"<li>{folded(title, body)}</li>"


def _facts(content: Content, job: Job) -> list[tuple[str, str]]:
    record = content.records.get(job.record_path)
    facts = [
        ("step", code(job.module)),
        ("seeds", _seeds(job.params)),
        ("parameters", "<br>".join(_parameters(job.params))),
        ("sources", "<br>".join(code(path) for path in job.sources.values())),
    ]
    if record:
        outputs = (f"{code(p)} {code(sha[:16])}" for p, sha in record.outputs.items())
        facts += [
            ("sha256", "<br>".join(outputs)),
            ("code", code(record.code[:16])),
            ("environment", code(record.environment[:16])),
        ]
        if record.carried:
            facts.append(("carried over", f"{times(len(record.carried))}, with a proof"))
    return [*facts, ("record", code(job.record_path))]


def _seeds(params: Mapping[str, object]) -> str:
    if "root_seed" not in params:
        return "no root seed enters this step"
    names = json.dumps(params.get("seed_names", []), ensure_ascii=False)
    return f"root seed {params['root_seed']}, names {code(names)}"


def _parameters(params: Mapping[str, object]) -> list[str]:
    lines = []
    for key, value in sorted(params.items()):
        if key not in ("root_seed", "seed_names"):
            text = json.dumps(value, ensure_ascii=False)
            short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
            lines.append(code(f"{key} = {short}"))
    return lines
