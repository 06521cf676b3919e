"""The chain behind a file: figure <- table <- models <- data, down to generators and seeds."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workflow_engine.counted import counted
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.ledger import Judgment, judge
from workflow_engine.provenance.output_roots import output_root, root_configuration
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record
from workflow_engine.provenance.result_names import nearest_result, result_picture
from workflow_engine.validation.printable import printable

_MISSING = " is missing"  # at the end of a fault


class TraceError(Exception):
    """A file that no record names."""


@dataclass
class Link:
    """One job of the chain with the jobs that made its inputs."""

    file: str
    record_path: str
    record: Record
    faults: list[str]
    makers: "list[Link]"

    def as_json(self) -> dict[str, Any]:
        """Return the chain for machines."""
        job = self.record.job
        return {
            "file": self.file,
            "sha256": self.record.outputs[self.file],
            "step": f"{job.study}/{job.name}",
            "module": job.module,
            "params": job.params,
            "numerics": job.numerics,
            "device": self.record.device,
            "code": self.record.code,
            "environment": self.record.environment,
            "carried": self.record.carried,
            "sources": self.record.sources,
            "record": self.record_path,
            "faults": self.faults,
            "from": [link.as_json() for link in self.makers],
        }


def trace(project: Project, path: Path) -> Link:
    """Return the chain of jobs behind a file under an output root, or behind a result.

    Raises:
        TraceError: no record names the file, or the records form a circle.
    """
    picture = result_picture(project, path)
    if picture is None and not path.exists() and not path.is_symlink():
        near = nearest_result(project, path)
        if near:
            raise TraceError(f"{path} does not exist; check the path.{near}")
    absolute = (picture or path).resolve()
    out = output_root(project, absolute)
    jobs = plan(root_configuration(project, out), again=True)
    judgment = judge(out, project.root, jobs, Digests(project), Hashes())
    return _link(judgment, str(absolute.relative_to(out)))


def _link(judgment: Judgment, path: str, above: tuple[str, ...] = ()) -> Link:
    candidates = [name for name, r in judgment.records.items() if path in r.outputs]
    if not candidates:
        raise TraceError(
            f"{printable(path)}: no record names this file, so nothing is known about "
            "it. Records are in <study>/provenance/; `compsparse audit` lists "
            "foreign files."
        )
    name = min(candidates, key=lambda n: bool(judgment.faults[n]))
    if name in above:
        raise TraceError(
            f"{printable(path)}: by the records this file was made from itself "
            f"({printable(', '.join(above))}). No job "
            "can leave such records: run `compsparse audit`, then `snakemake`."
        )
    record = judgment.records[name]
    makers = [_link(judgment, source, (*above, name)) for source in record.inputs]
    return Link(path, name, record, [str(f) for f in judgment.faults[name]], makers)


def fault_lines(link: Link) -> list[str]:
    """Return what does not hold in the whole chain, each once, and what to do about it."""
    found: dict[str, None] = {}
    nodes = [link]
    while nodes:
        node = nodes.pop()
        found |= dict.fromkeys(node.faults)
        nodes += node.makers
    missing = [fault for fault in found if fault.endswith(_MISSING)]
    lines = []
    if missing:
        # the job that made a file tells it, and so does the one that reads it
        files = {fault.partition(": ")[2] for fault in missing}
        lines.append(
            f"{counted(len(files), 'file')} of this chain missing: `dvc pull` if there is a "
            f"remote, otherwise `snakemake {link.record.job.study}`."
        )
    if others := len(found) - len(missing):
        verb = "does" if others == 1 else "do"
        lines.append(f"{counted(others, 'link')} {verb} not hold: `compsparse audit` says why.")
    return [printable(line) for line in lines]


def as_text(link: Link) -> str:
    """Return the chain as an indented tree; a job that appears twice is shown once in full."""
    lines: list[str] = []
    shown: set[str] = set()

    def show(node: Link, depth: int) -> None:
        pad = "    " * depth
        arrow = "<- " if depth else ""
        state = "holds" if not node.faults else "; ".join(node.faults)
        sha = node.record.outputs[node.file]
        lines.append(f"{pad}{arrow}{node.file}  sha256 {sha[:12]}  [{state}]")
        job = node.record.job
        place = f" on {node.record.device}" if node.record.device else ""
        if node.record_path in shown:
            lines.append(f"{pad}     made by {job.study}/{job.name} (above)")
            return
        shown.add(node.record_path)
        lines.append(
            f"{pad}     made by {job.study}/{job.name}  code {node.record.code[:12]}  "
            f"environment {node.record.environment[:12]}  numerics {job.numerics}{place}"
        )
        for proof in node.record.carried:
            lines.append(
                f"{pad}       carried over from code {str(proof.get('code'))[:12]} of commit "
                f"{str(proof['commit'])[:12]}"
            )
        for key, value in sorted(job.params.items()):
            lines.append(f"{pad}       {key} = {json.dumps(value, ensure_ascii=False)}")
        for source, digest in sorted(node.record.sources.items()):
            lines.append(f"{pad}       source {source}  sha256 {digest[:12]}")
        for maker in node.makers:
            show(maker, depth + 1)

    show(link, 0)
    return "\n".join(printable(line) for line in lines)
