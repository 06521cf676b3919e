"""Find the bytes of a file by their sha256: in the two folders, results/ or DVC's cache."""

import json
import subprocess
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from compsparse.comparison.side import Side
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.project import Project
from workflow_engine.validation.regular_files import read_text


@dataclass
class BytesAtHand:
    """Where bytes may lie; nothing is fetched from anywhere."""

    project: Project
    sides: tuple[Side, Side]
    hashes: Hashes
    _listed: dict[Path, dict[str, str]] = field(default_factory=dict)

    def find(self, path: str, sha: str) -> Path | None:
        """Return a file that has these bytes.

        Args:
            path: where the file lies below an output root.
            sha: its sha256; a file with other bytes is never returned.
        """
        folders = dict.fromkeys([*(side.out for side in self.sides), self.project.results])
        for candidate in (*(folder / path for folder in folders), *self._cached(path)):
            if self.hashes(candidate) == sha:
                return candidate
        return None

    def _cached(self, path: str) -> list[Path]:
        """Return where DVC's cache would hold the file, by the dvc.lock of both sides."""
        roots = [checkout.root for side in self.sides for checkout in side.checkouts]
        roots.append(self.project.root)
        found = []
        for lock in dict.fromkeys(root / "dvc.lock" for root in roots):
            if lock not in self._listed:
                self._listed[lock] = self._entries(lock)
            md5 = self._listed[lock].get(f"results/{path}")
            if md5 and self._cache:
                found.append(_place(self._cache, md5))
        return found

    def _entries(self, lock: Path) -> dict[str, str]:
        """Return the md5 of every file that a dvc.lock records, as far as the cache lists them."""
        try:
            stages = (yaml.safe_load(read_text(lock)) or {})["stages"]
            outs = [out for stage in stages.values() for out in stage.get("outs", [])]
            found: dict[str, str] = {}
            for out in outs:
                path, md5 = str(out["path"]), str(out["md5"])
                if not md5.endswith(".dir"):
                    found[path] = md5
                elif self._cache:
                    found |= {f"{path}/{e['relpath']}": e["md5"] for e in self._folder(md5)}
            return found
        except (OSError, ValueError, LookupError, TypeError, AttributeError, yaml.YAMLError):
            return {}  # then how much a file differs is not known; that it differs still is

    def _folder(self, md5: str) -> list[dict[str, Any]]:
        try:
            entries: list[dict[str, Any]] = json.loads(read_text(_place(self._cache, md5)))
        except FileNotFoundError:
            return []
        return entries

    @cached_property
    def _cache(self) -> Path:
        """DVC's cache; where DVC cannot say, the place of its default."""
        try:
            done = subprocess.run(
                ["dvc", "cache", "dir"],
                cwd=self.project.root,
                capture_output=True,
                text=True,
                check=True,
            )
            return self.project.root / done.stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return self.project.root / ".dvc" / "cache"


def _place(cache: Path, md5: str) -> Path:
    return cache / "files" / "md5" / md5[:2] / md5[2:]
