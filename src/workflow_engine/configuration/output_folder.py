"""Which folders a run may be told to write to: ``--config out=DIR``.

A run sweeps its output root and writes marks into it, so a folder that serves another purpose is
refused before anything looks into it. What lies in an allowed folder is ``root_mark``'s question.
"""

import os
import subprocess
from pathlib import Path

import yaml

from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.validation.explanation import shown

SCRATCH = ".scratch"  # below an output root: runs at another scale or seed
MARK = ".root.json"  # in an output root other than results/

# the project's own where git cannot be asked, as in an unpacked archive
_OWNED = frozenset(
    {"benchmarks", "docs", "profiles", "results", "src", "tests", "workflow", "dvc_plots", "build"}
)


def output_folder(root: Path, asked: object) -> Path:
    """Return the folder that ``--config out`` asks for, as it was written.

    Args:
        root: of the project.
        asked: the value, as Snakemake read it.

    Raises:
        ConfigurationError: it is no folder's name, or the folder serves another purpose.
    """
    try:
        objection = _unusable_name(asked) or _other_purpose(root, Path(str(asked)))
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, too long a name
        objection = f"cannot be looked at ({getattr(error, 'strerror', None) or error})"
    if objection:
        raise ConfigurationError(
            f"--config out: the value is {shown(asked)}. Allowed: a folder other than results/ for "
            "results alone, such as results/.scratch/mine or a new one outside the project; this "
            f"one {objection}. Give another folder or leave it out."
        )
    return Path(str(asked))


def _unusable_name(asked: object) -> str | None:
    """Say what keeps a value from being a folder's name in rules and shell lines."""
    if not isinstance(asked, str) or not asked.strip():
        return "is no text; Snakemake takes a bare number or yes/no for something else"
    if not asked.isprintable():
        return "has a character that does not print"
    if "{" in asked or "}" in asked:
        return "has a brace, which marks a wildcard in Snakemake"
    if "\\" in asked:
        return "has a backslash"
    if asked[0] in "-~":
        return f"begins with {asked[0]}, which programs take for more than a name; write it in full"
    if any(part != part.strip() for part in asked.split("/")):
        return "has a space at the beginning or end of a name"
    if not reads_as_itself(asked):
        return "means something else in YAML, which Snakemake reads values of --config as"
    return None


def reads_as_itself(text: str) -> bool:
    """Say whether YAML, handed a text, gives the very same text."""
    try:
        return bool(yaml.load(text, Loader=yaml.BaseLoader) == text)
    except yaml.YAMLError:
        return True  # Snakemake then takes the text as it is


def _other_purpose(root: Path, asked: Path) -> str | None:
    """Say what else a folder is for."""
    root = root.resolve()
    place, results = (root / asked).resolve(), (root / "results").resolve()
    if place.exists() and not place.is_dir():
        return "is a file"
    if results.is_relative_to(place) or place == results / SCRATCH:
        return "is results/, or holds it or several output roots"
    below_root = place.relative_to(os.path.commonpath([place, root]))
    holder = Path(*place.parts[: len(place.parts) - len(below_root.parts)])
    for part in below_root.parts:
        if part.startswith(".") and not (part == SCRATCH and _is_root(holder, results)):
            return f"lies in {part}, and what begins with a dot belongs to some program"
        if part != SCRATCH and _is_root(holder, results):
            return f"lies in the output root {holder}, whose results it would be among"
        holder /= part
    top = place.relative_to(root).parts[0] if place.is_relative_to(root) else None
    if top is not None and top != "results" and (top in _OWNED or _tracked(root, top)):
        return f"lies in {top}, which is part of the project"
    return None


def _is_root(folder: Path, results: Path) -> bool:
    return folder == results or (folder / MARK).is_file()


def _tracked(root: Path, name: str) -> bool:
    """Say whether git knows files in a folder of the project."""
    command = ["git", "--literal-pathspecs", "ls-files", "-z", "--", name]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return bool(done.stdout)
