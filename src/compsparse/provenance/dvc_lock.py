"""Compare dvc.lock with the bytes on disk, hashing anew and trusting none of DVC's own state."""

import hashlib
import json
from pathlib import Path
from typing import Any

import yaml


def file_md5(path: Path) -> str:
    """Return the md5 of a file, as DVC writes it."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "md5").hexdigest()


def folder_md5(folder: Path) -> str:
    """Return the md5 of a folder, as DVC writes it: of the sorted list of its files' md5."""
    files = sorted(
        (p for p in folder.rglob("*") if p.is_file()), key=lambda p: p.relative_to(folder).parts
    )
    entries = [{"md5": file_md5(p), "relpath": p.relative_to(folder).as_posix()} for p in files]
    return hashlib.md5(json.dumps(entries, sort_keys=True).encode()).hexdigest() + ".dir"


def disagreements(root: Path, studies: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return (path, reason) for every output of a study's stage that dvc.lock does not record.

    Stages of studies that are no longer in params.yaml are left alone.
    """
    lock = root / "dvc.lock"
    try:
        stages: dict[str, Any] = (yaml.safe_load(lock.read_text()) or {}).get("stages", {})
    except FileNotFoundError:
        return [("dvc.lock", "does not exist; `dvc repro` records the results")]
    except (yaml.YAMLError, AttributeError, OSError) as error:
        return [("dvc.lock", f"cannot be read ({error}); take it from git")]
    found = []
    for study in studies:
        stage = stages.get(f"study@{study}")
        if not isinstance(stage, dict):
            found.append(("dvc.lock", f"has no record of study {study}; run `dvc repro`"))
            continue
        for out in stage.get("outs", []):
            path = root / out["path"]
            if not path.exists():
                found.append((out["path"], "recorded in dvc.lock but missing; run `dvc repro`"))
                continue
            md5 = folder_md5(path) if path.is_dir() else file_md5(path)
            if md5 != out["md5"]:
                found.append((out["path"], "differs from dvc.lock; run `dvc repro` to record it"))
    return found
