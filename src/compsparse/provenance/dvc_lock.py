"""Compare dvc.lock with the bytes on disk, hashing anew and trusting none of DVC's own state."""

import hashlib
import json
from pathlib import Path

import yaml

# what reading raises where the text is YAML but no lock, or brackets are nested a thousand deep
_DAMAGE = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


def file_md5(path: Path) -> str:
    """Return the md5 of a file, as DVC writes it."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "md5").hexdigest()


def folder_md5(folder: Path) -> str:
    """Return the md5 of a folder, as DVC writes it: of the sorted list of its files' md5."""
    files = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    # sorted as text: "a-b" stands before "a/b"
    entries = [{"md5": file_md5(files[path]), "relpath": path} for path in sorted(files)]
    return hashlib.md5(json.dumps(entries, sort_keys=True).encode()).hexdigest() + ".dir"


def disagreements(root: Path, studies: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return (path, reason) for every output of a study's stage that dvc.lock does not record.

    Stages of studies that params.yaml does not list are left alone.
    """
    try:
        stages = _recorded(root / "dvc.lock")
    except FileNotFoundError:
        return [("dvc.lock", "does not exist; `dvc repro` records the results")]
    except (yaml.YAMLError, *_DAMAGE) as error:
        cure = (
            "take it from git (`git checkout dvc.lock`, in a merge `git checkout --ours dvc.lock`)"
        )
        return [("dvc.lock", f"cannot be read ({error}); {cure}, then `dvc repro`")]
    found = []
    for study in studies:
        outs = stages.get(f"study@{study}")
        if outs is None:
            found.append(("dvc.lock", f"has no record of study {study}; run `dvc repro`"))
            continue
        for name, recorded in outs.items():
            path = root / name
            if not path.exists():
                found.append((name, "recorded in dvc.lock but missing; run `dvc repro`"))
                continue
            md5 = folder_md5(path) if path.is_dir() else file_md5(path)
            if md5 != recorded:
                found.append((name, "differs from dvc.lock; run `make repro`"))
    return found


def _recorded(lock: Path) -> dict[str, dict[str, str]]:
    """Return the md5 of every output of every stage."""
    content = yaml.safe_load(lock.read_text(encoding="utf-8")) or {}
    stages = content.get("stages", {})
    if "schema" not in content or stages is None:
        raise ValueError("empty or cut off")  # DVC refuses it too
    return {
        stage: {str(out["path"]): str(out["md5"]) for out in recorded.get("outs", [])}
        for stage, recorded in stages.items()
    }
