"""Compare dvc.lock with the bytes on disk, with dvc.yaml and with params.yaml.

Everything is hashed anew; none of DVC's own state is trusted. What dvc.lock says of a stage's
``deps`` is left alone: it decides only whether DVC starts Snakemake, and an edited comment changes
it. Whether results follow from the code is for the records to say.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workflow_engine.provenance.dvc_yaml import DAMAGE, Stage, StageError, read_as_dvc, stages_of
from workflow_engine.provenance.ledger import changed_values
from workflow_engine.provenance.own_files import everything_below
from workflow_engine.validation.regular_files import NotRegularError, open_regular

_SCHEMA = "2.0"  # of DVC 3
# Remedies never bless: `dvc commit`, `dvc repro` and `make repro` record whatever holds by its
# record, and so does a file that was forged together with its record. What git has comes first.
_LOST = "take it from git (`git checkout dvc.lock`); where git has none yet, `make repro` writes it"
_EDITED = (
    "`git diff` shows what was edited: `git checkout dvc.lock` if that was, else `make repro`, "
    "which makes again what has to be, then records"
)


def file_md5(path: Path) -> str:
    """Return the md5 of a file, as DVC writes it; nothing for what is no regular file."""
    try:
        with open_regular(path) as stream:
            return hashlib.file_digest(stream, "md5").hexdigest()
    except NotRegularError:
        return ""  # so it differs from all that DVC has recorded


def folder_md5(folder: Path) -> str:
    """Return the md5 of a folder, as DVC writes it: of the sorted list of its files' md5."""
    paths = [Path(entry.path) for entry in everything_below(folder)]
    files = {path.relative_to(folder).as_posix(): path for path in paths}
    # sorted as text: "a-b" stands before "a/b"
    entries = [{"md5": file_md5(files[path]), "relpath": path} for path in sorted(files)]
    return hashlib.md5(json.dumps(entries, sort_keys=True).encode()).hexdigest() + ".dir"


@dataclass(frozen=True)
class _Recorded:
    """What dvc.lock says of one stage."""

    command: str
    params: dict[Any, Any]
    outs: dict[str, str]


def disagreements(root: Path, studies: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return (path, reason) for all that dvc.lock does not record of the studies as it is.

    Stages of studies that params.yaml does not list are left alone.
    """
    try:
        stages = _recorded(root / "dvc.lock")
    except FileNotFoundError:
        return [("dvc.lock", f"does not exist; {_LOST}")]
    except DAMAGE as error:
        cure = (
            "take it from git (`git checkout dvc.lock`, in a merge `git checkout --ours dvc.lock`)"
        )
        reason = " ".join(str(error).split())
        return [("dvc.lock", f"cannot be read ({reason}); {cure}, then `make repro`")]
    known = {study: stages[key] for study in studies if (key := f"study@{study}") in stages}
    lost = f"has no record of study {{}}; {_LOST}"
    found = [("dvc.lock", lost.format(study)) for study in studies if study not in known]
    if not known:
        return found
    try:
        wanted = stages_of(root, known)
        values = read_as_dvc(root / "params.yaml")
    except StageError as error:
        return [*found, ("dvc.yaml", str(error))]
    except DAMAGE as error:
        return [*found, ("dvc.lock", _cannot_be_held(error))]
    for study, recorded in known.items():
        departures = _departures(study, recorded, wanted[study], values)
        found += [("dvc.lock", reason) for reason in departures]
        found += _changed_outs(root, recorded)
    return found


def _departures(study: str, recorded: _Recorded, wanted: Stage, values: Any) -> list[str]:
    """Say where a stage of dvc.lock is not the one that dvc.yaml describes with these values."""
    found = []
    if recorded.command != wanted.command:
        found.append(
            f"the command of study {study} is {recorded.command!r}, dvc.yaml says "
            f"{wanted.command!r}; {_EDITED}"
        )
    for name in sorted(wanted.outs - recorded.outs.keys()):
        found.append(f"does not record {name}, which dvc.yaml lists; {_EDITED}")
    for name in sorted(recorded.outs.keys() - wanted.outs):
        found.append(f"records {name}, which dvc.yaml does not list; {_EDITED}")
    try:
        now = {key: _value(values, key) for key in wanted.params}
        changes = changed_values(recorded.params, now)
    except DAMAGE as error:
        return [*found, _cannot_be_held(error)]
    found += [
        f"{place} is {_short(was)}, params.yaml says {_short(value)}; {_EDITED}"
        for place, was, value in changes
    ]
    return found


def _cannot_be_held(error: Exception) -> str:
    return f"cannot be held against params.yaml ({' '.join(str(error).split())})"


def _changed_outs(root: Path, recorded: _Recorded) -> list[tuple[str, str]]:
    found = []
    for name, was in recorded.outs.items():
        path = root / name
        if not path.exists():
            found.append(
                (
                    name,
                    "recorded but missing; `dvc pull` fetches it, or `make repro` makes it again",
                )
            )
            continue
        if not path.is_dir() and not path.is_file():
            found.append((name, "is no file (a device or a pipe); move it elsewhere"))
            continue
        md5 = folder_md5(path) if path.is_dir() else file_md5(path)
        if md5 != was:
            found.append(
                (
                    name,
                    "differs from dvc.lock. Files there that are named above: see there. Files "
                    "that hold by their records were made again since (then `dvc repro` records "
                    "them) or forged together with their records: `compsparse audit --rebuild` "
                    "tells, `git diff` shows the records",
                )
            )
    return found


def _value(values: Any, key: str) -> Any:
    """Return the value of a key of params.yaml; dots lead into sections."""
    for name in key.split("."):
        values = values.get(name, "absent") if isinstance(values, dict) else "absent"
    return values


def _recorded(lock: Path) -> dict[str, _Recorded]:
    """Return what is recorded of every stage."""
    content = read_as_dvc(lock) or {}
    stages = content.get("stages", {})
    if "schema" not in content or stages is None:
        raise ValueError("empty or cut off")  # DVC refuses it too
    if content["schema"] != _SCHEMA:
        raise ValueError(f"schema {content['schema']!r}; DVC 3 writes {_SCHEMA!r}")
    return {
        stage: _Recorded(
            command=str(recorded.get("cmd")),
            params=dict(recorded.get("params", {}).get("params.yaml", {})),
            outs={str(out["path"]): str(out["md5"]) for out in recorded.get("outs", [])},
        )
        for stage, recorded in stages.items()
    }


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
