"""Which output root a path lies in, and under which configuration that root was made."""

import os
from pathlib import Path

from workflow_engine.configuration.load import Configuration, load
from workflow_engine.provenance.git_head import RESULTS
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.root_mark import ROOT_MARK, read_mark

MARK_TEXT = '{"project": "compsparse", "scale": "smoke", "root_seed": 0}'


class AuditError(Exception):
    """A path that cannot be audited."""


def output_root(project: Project, path: Path) -> Path:
    """Return the output root that holds ``path``: results/ or a scratch root.

    Raises:
        AuditError: the path lies in no output root.
    """
    return place_in_root(project, path)[0]


def place_in_root(project: Project, path: Path) -> tuple[Path, str]:
    """Return the output root that holds a path, and the path relative to it.

    The nearest root counts. What lies in a folder with a dot at the top of a root (``.scratch``,
    ``.tmp``) is no part of that root.
    """
    # not resolved: a link in place of a result is to be looked at, not what it leads to
    absolute = Path(os.path.normpath(Path.cwd() / path))
    for folder in (absolute, *absolute.parents):
        if _is_root(project, folder):
            below = absolute.relative_to(folder)
            if not below.parts or not below.parts[0].startswith("."):
                return folder.resolve(), below.as_posix()
            break
    raise AuditError(
        f"{path} lies in no output root: neither in {RESULTS}/ nor in a folder with the mark "
        f"{ROOT_MARK}. If a run with --config made it, its mark was lost: write it again, with the "
        f"scale and root_seed of that run: {MARK_TEXT}, then run snakemake with the same --config "
        "again, which makes nothing again that holds."
    )


def _is_root(project: Project, folder: Path) -> bool:
    return (folder / ROOT_MARK).is_file() or folder.resolve() == project.results.resolve()


def roots_below(project: Project, folder: Path) -> list[Path]:
    """Return the output roots below a folder that is none, those inside of others included."""
    found = []
    for place, below, _ in os.walk(folder):
        if _is_root(project, Path(place)):
            found.append(Path(place).resolve())
            below[:] = [name for name in below if name.startswith(".")]  # .scratch of a root
        below.sort()
    return found


def root_configuration(project: Project, out: Path) -> Configuration:
    """Return the configuration under which an output root was made.

    Raises:
        AuditError: the mark of a scratch root cannot be read.
        ConfigurationError: params.yaml, or what the mark asks for, is not allowed.
    """
    mark = out / ROOT_MARK
    if out == project.results.resolve() or not mark.is_file():
        return load(project.params)
    overrides = read_mark(out)
    if overrides is None:
        raise AuditError(
            f"{mark} does not tell scale and root seed of this folder; it was cut off or edited. "
            f"Run snakemake --config out={out} with the scale and root_seed it had; it says what "
            "to write there."
        )
    return load(project.params, overrides | {"out": str(out)})
