"""What dvc.yaml says of a study's stage: command, parameters and outputs."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import yaml

from workflow_engine.validation.regular_files import read_text

# what reading raises where the text is no YAML, or YAML of another kind, or brackets are nested a
# thousand deep
DAMAGE = (
    yaml.YAMLError,
    OSError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    RecursionError,
)


class StageError(Exception):
    """dvc.yaml does not describe the stages of studies in a form that can be checked."""


class DvcLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads plain words as YAML 1.2 does, and so DVC: ``1e-05`` is a number, ``on`` is a text."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}


for _tag, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
    (
        "float",
        r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
        r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
        "-+.0123456789",
    ),
):
    DvcLoader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(f"(?:{_pattern})$"), list(_first)
    )


@dataclass(frozen=True)
class Stage:
    """The stage of one study, with its name filled in."""

    command: str
    params: tuple[str, ...]
    outs: frozenset[str]


def read_as_dvc(path: Path) -> Any:
    """Read a YAML file as DVC does.

    Raises:
        DAMAGE: one of these.
    """
    return yaml.load(read_text(path), DvcLoader)


def stages_of(root: Path, studies: Iterable[str]) -> dict[str, Stage]:
    """Return the stage of each study.

    Raises:
        StageError: dvc.yaml is missing, no YAML, or not of the form that this project uses.
    """
    try:
        template = read_as_dvc(root / "dvc.yaml")["stages"]["study"]["do"]
        return {study: _stage(_filled(template, study)) for study in studies}
    except FileNotFoundError:
        raise StageError("does not exist; `git checkout dvc.yaml`") from None
    except DAMAGE as error:
        reason = " ".join(str(error).split())
        raise StageError(
            f"has no stage `study` with foreach and do: cmd, params, outs ({reason}); take it "
            "from git (`git checkout dvc.yaml`)"
        ) from None


def _stage(template: Any) -> Stage:
    listed = [*template["outs"], *template.get("metrics", [])]
    params = template["params"]
    if not all(isinstance(key, str) for key in params):
        raise ValueError("params of another file than params.yaml")
    return Stage(str(template["cmd"]), tuple(params), frozenset(map(_name, listed)))


def _filled(value: Any, study: str) -> Any:
    """Return a part of the template with the study's name for ``${item}``."""
    if isinstance(value, str):
        return value.replace("${item}", study)
    if isinstance(value, dict):
        return {_filled(key, study): _filled(part, study) for key, part in value.items()}
    return [_filled(part, study) for part in value] if isinstance(value, list) else value


def _name(out: Any) -> str:
    """Return the path of an output, which may come with settings: ``path: {persist: true}``."""
    return str(next(iter(out))) if isinstance(out, dict) else str(out)
