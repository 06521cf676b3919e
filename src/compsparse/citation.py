"""How to cite one result: the software at a commit, the table by its hash, and the document."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from compsparse.claims.documents import read_documents
from compsparse.claims.registry import read_registry
from compsparse.verdicts.vouched import vouched_verdicts
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.provenance.names import ids_on_request, nearest, result_ids
from workflow_engine.provenance.on_request import rule_of
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.vouching import Vouching
from workflow_engine.validation.strict_yaml import read_yaml

_SPECIAL = str.maketrans({c: f"\\{c}" for c in "&%$#_{}"})


def citation(project: Project, name: str, vouching: Vouching | None = None) -> str:
    """Return BibTeX entries for a result and for the documents whose statements it tests.

    Raises:
        KeyError: there is no such result; the message has the nearest.
        ArtifactError: no record vouches for its table.
    """
    vouching = vouching or Vouching.of(project)
    requested = ids_on_request(vouching.judgment.jobs)
    jobs = result_ids(vouching.judgment.jobs) | requested
    if name not in jobs:
        raise KeyError(f"There is no result {name!r}.{nearest(name, jobs)}")
    study = jobs[name].study
    table = f"{study}/tables/{name}.csv"
    record = vouching.record(table)
    if record is None or (objection := vouching.objection(table)):
        reason = f"No record vouches for it ({objection if record else 'there is none'})."
        raise ArtifactError(project.results / table, reason, "Run `snakemake`.")
    registry = read_registry(project.root / f"workflow/claims/{study}.yaml")
    about = registry.by_id[name]
    if name in requested:
        job = requested[name]
        rule, whose = rule_of(job), f"root seed {job.params['root_seed']} alone"
    else:
        rule, whose = name, vouched_verdicts(project, vouching, [study]).verdicts[study].whose
    software = read_yaml(project.root / "CITATION.cff")
    note = [f"{about.place} of document {registry.document}", f"result {name}", whose]
    note += [f"sha256 of its table {record.outputs[table]}", f"made again by: snakemake {rule}"]
    cited = {
        "author": f"{{{software['authors'][0]['name']}}}",
        "title": f"{software['title']} {software['version']}: {about.title}",
        "howpublished": f"commit {_commit(project.root)}",
        "note": "; ".join(note),
    }
    documents = read_documents(project.root / "workflow/claims/documents.yaml").documents
    entries = [_entry(f"{software['title']}:{name}", cited)]
    for document in documents:
        if document.id in registry.document.split(", "):
            fields = {"author": f"{{{document.authors}}}", "title": document.title}
            fields["note"] = document.reference
            entries.append(_entry(f"document:{document.id}", fields))
    return "\n".join(entries)


def _entry(key: str, fields: Mapping[str, str]) -> str:
    lines = [f"  {field} = {{{_escaped(text)}}}," for field, text in fields.items()]
    return "\n".join([f"@misc{{{key},", *lines, "}"])


def _escaped(text: str) -> str:
    """Return text in which TeX finds no commands; braces that protect a name stay."""
    if text.startswith("{") and text.endswith("}"):
        return f"{{{text[1:-1].translate(_SPECIAL)}}}"
    return " ".join(text.split()).translate(_SPECIAL)


def _commit(root: Path) -> str:
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"
