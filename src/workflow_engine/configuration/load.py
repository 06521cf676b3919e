"""From params.yaml, the overlays of scales and the command line to one checked configuration."""

import importlib
import importlib.util
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from workflow_engine.configuration.assignments import ORIGIN, assignments, folder_name, laid_over
from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.model import Carry, General
from workflow_engine.configuration.output_folder import output_folder
from workflow_engine.configuration.parameters_file import read_parameters
from workflow_engine.configuration.scales import SCALES
from workflow_engine.configuration.study_packages import study_packages
from workflow_engine.configuration.worlds import (
    IDENTITY,
    NONE,
    PARAMETER,
    read_worlds_file,
    worlds_file,
)
from workflow_engine.house import package
from workflow_engine.isolation import decides
from workflow_engine.validation.explanation import unknown_key
from workflow_engine.validation.strict_model import StrictModel, validated
from workflow_engine.validation.strict_yaml import read_yaml

OVERLAYS = "workflow/scales"  # <study>.yaml: what differs at other scales
REPLICATION = "replication"  # there: what differs at the root seeds of a replication
OVERRIDES = ("scale", "root_seed", "out", "set")


@dataclass(frozen=True)
class OtherWorld:
    """A study's settings in one of its worlds, what is set there, the results it leaves out."""

    settings: BaseModel
    assigned: dict[str, Any]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Configuration:
    """A checked configuration: general values, the settings of every study, the output root.

    ``out`` is relative to the project's root unless absolute; ``written`` says that scale and root
    seed are those of params.yaml and that the results belong to DVC's world; ``other_seeds`` are,
    by study, the root seeds at which a replication repeats it, and ``hold_out`` is one more, which
    decides nothing; ``repeated`` are the settings that a study has at all of these;
    ``pass_environment`` are the
    environment variables that jobs see besides those that they need; ``assigned`` are the values
    that were set for this run alone; ``worlds`` are the worlds of each study that has some, by
    their names, unless this run is in one of them; ``carry`` is what `compsparse carry` asks for.
    """

    scale: str
    root_seed: int
    numerics: str
    studies: tuple[str, ...]
    settings: dict[str, BaseModel]
    out: Path
    written: bool
    other_seeds: dict[str, tuple[int, ...]] = field(default_factory=dict)
    hold_out: int | None = None
    repeated: dict[str, BaseModel] = field(default_factory=dict)
    pass_environment: tuple[str, ...] = ()
    assigned: dict[str, Any] = field(default_factory=dict)
    worlds: dict[str, dict[str, OtherWorld]] = field(default_factory=dict)
    carry: Carry = field(default_factory=Carry)


class Parameters:
    """params.yaml and the overlays of scales: each is read and checked once.

    Raises:
        ConfigurationError: as from ``load``.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.content = path, read_parameters(path)
        if not isinstance(self.content, dict):
            raise ConfigurationError(f"{path.name}: the file must map keys to values.")
        self.by_scale: Callable[[str], dict[str, Any]] = cache(
            lambda study: _by_scale(study, self.content.get(study), path)
        )


def load(
    params: Path | Parameters, overrides: Mapping[str, Any] | None = None, *, worlds: bool = True
) -> Configuration:
    """Read params.yaml and lay the values of the command line over it.

    The section of a study that is not listed may stay: it is not looked at. Without ``worlds``
    their files are not read.

    Raises:
        ConfigurationError: any wrong key, type or value, in the file or on the command line.
    """
    parameters = Parameters(params) if isinstance(params, Path) else params
    params, content = parameters.path, parameters.content
    overrides = dict(overrides or {})
    for key in overrides:
        if key not in OVERRIDES:
            raise ConfigurationError(f"--config: {unknown_key(key, 'the command line', OVERRIDES)}")
    assigned = assignments(overrides["set"]) if "set" in overrides else {}
    written = _general(content, params.name)
    asked = {k: overrides[k] for k in ("scale", "root_seed") if k in overrides}
    general = _general(content | asked, "--config") if asked else written
    of_no_study = _of(General.model_fields, assigned)
    if of_no_study:
        general = _general(laid_over(content, of_no_study) | asked, ORIGIN)
    # a study is switched off by the list alone, so sections of all existing studies are allowed
    allowed = {*General.model_fields, *general.studies, *study_packages()}
    for key in content:
        if key not in allowed:
            raise ConfigurationError(f"{params.name}: {unknown_key(key, '', allowed)}")
    for key in assigned:
        top, known = key.partition(".")[0], {*General.model_fields, *general.studies}
        if top not in known:
            raise ConfigurationError(f"{ORIGIN}: {unknown_key(top, '', known)}")
    values, replicated = {}, {}
    for study in general.studies:
        by_scale = parameters.by_scale(study)
        values[study], replicated[study] = _values(study, by_scale, general.scale)
        # a run at one of these root seeds is what the replication has there
        if general.replication.repeats(study, general.root_seed):
            values[study] = replicated[study]
    settings = {study: _settings(study, laid, assigned) for study, laid in values.items()}
    repeated = {
        study: settings[study] if laid is values[study] else _settings(study, laid, assigned)
        for study, laid in replicated.items()
    }
    in_worlds = {
        study: _worlds(study, written_values, params.parent, assigned)
        for study, written_values in values.items()
        if worlds and getattr(settings[study], PARAMETER, NONE) == NONE
    }
    same = (general.scale, general.root_seed) == (written.scale, written.root_seed)
    return Configuration(
        scale=general.scale,
        root_seed=general.root_seed,
        numerics=general.numerics,
        studies=tuple(general.studies),
        settings=settings,
        out=_out(overrides, params.parent, general, written, same, assigned),
        written=same and not assigned and "out" not in overrides,
        other_seeds=_other_seeds(general, params.name, content),
        hold_out=_other_than(general.root_seed, general.replication.hold_out),
        repeated=repeated,
        pass_environment=_passed(general, params.name),
        assigned=assigned,
        worlds={study: found for study, found in in_worlds.items() if found},
        carry=general.carry,
    )


def _of(sections: Collection[str], assigned: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in assigned.items() if key.partition(".")[0] in sections}


def _out(
    overrides: Mapping[str, Any],
    root: Path,
    general: General,
    written: General,
    same: bool,
    assigned: Mapping[str, Any],
) -> Path:
    if "out" in overrides:
        return output_folder(root, overrides["out"])
    if same and not assigned:
        return Path("results")
    seed = "" if general.root_seed == written.root_seed else f"-seed{general.root_seed}"
    written_values = f"-{folder_name(assigned)}" if assigned else ""
    return Path("results", ".scratch", f"{general.scale}{seed}{written_values}")


def _other_seeds(
    general: General, origin: str, content: Mapping[str, Any]
) -> dict[str, tuple[int, ...]]:
    allowed = sorted(content.keys() - General.model_fields)
    for study in general.replication.instead:
        if study not in allowed:
            raise ConfigurationError(
                f"{origin}: {unknown_key(study, 'replication.instead', allowed)}"
            )
    # a run at one of them, for example the replication's own, has only the others
    return {
        study: tuple(s for s in general.replication.of_study(study) if s != general.root_seed)
        for study in general.studies
    }


def _other_than(root_seed: int, hold_out: int | None) -> int | None:
    return None if hold_out == root_seed else hold_out


def _passed(general: General, origin: str) -> tuple[str, ...]:
    for name in general.pass_environment:
        if decides(name):
            raise ConfigurationError(
                f"{origin}: pass_environment names {name}, but results could depend on its value, "
                "which no record holds: jobs have a fixed one, or none. Take it out of the list; "
                "`numerics` sets what numerical libraries may use."
            )
    return tuple(general.pass_environment)


def _general(content: dict[str, Any], origin: str) -> General:
    values = {key: content[key] for key in General.model_fields if key in content}
    general = validated(origin, values, General, ConfigurationError)
    if len(set(general.studies)) != len(general.studies):
        raise ConfigurationError(f"{origin}: studies: a study is listed twice; keep one.")
    return general


def settings_model(study: str) -> type[StrictModel]:
    """Return the model of a study's section of params.yaml.

    Raises:
        ConfigurationError: there is no such study.
    """
    name = f"{package()}.studies.{study}.plan"
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        found = None
    if found is None:
        raise ConfigurationError(
            f"params.yaml: studies: there is no study {study!r} (module {name}). Take it out of "
            "the list or add the package; docs/extending.md shows how."
        )
    model: type[StrictModel] = importlib.import_module(name).Settings
    return model


def _values(study: str, by_scale: Mapping[str, Any], scale: str) -> tuple[Any, Any]:
    """Return a study's values at a scale, and at the root seeds of the replication there.

    These differ at scale default alone.
    """
    values = {name: laid for name, laid in by_scale.items() if name != REPLICATION}
    if scale not in values:
        origin = f"{OVERLAYS}/{study}.yaml"
        raise ConfigurationError(
            f"{origin}: {study} has no scale {scale!r}. Allowed: {', '.join(values)}. Choose one "
            f"of them or add {scale} to {origin}."
        )
    repeated = by_scale.get(REPLICATION, values[scale]) if scale == "default" else values[scale]
    return values[scale], repeated


def _by_scale(study: str, section: Any, params: Path) -> dict[str, Any]:
    """Return a study's values at every scale and in the replication; all overlays are checked."""
    model = settings_model(study)
    if not isinstance(section, dict):
        raise ConfigurationError(
            f"{params.name}: studies: {study} is listed but has no section of its own; add the "
            f"section {study} or take it out of the list."
        )
    if "scales" in section:
        raise ConfigurationError(
            f"{params.name}: {study}.scales: other scales belong in {OVERLAYS}/{study}.yaml; move "
            "them there."
        )
    origin = f"{OVERLAYS}/{study}.yaml"
    place = f"{params.name}, section {study}"
    values = {"default": section}
    validated(place, section, model, ConfigurationError)
    # every overlay is checked, so that an error in a large scale does not wait for the cluster
    for name, overlay in _overlays(params.parent / origin, origin).items():
        values[name] = _merge(section, overlay, f"{origin}: {name}")
        place = f"{origin}, scale {name}"
        validated(place, values[name], model, ConfigurationError)
    return values


def _settings(
    study: str, values: Any, assigned: Mapping[str, Any], origin: str = ORIGIN
) -> BaseModel:
    """Return the settings of a study: its values, with those that are set laid over them."""
    written_values = laid_over({study: values}, _of([study], assigned))[study]
    return validated(
        f"{origin}, section {study}", written_values, settings_model(study), ConfigurationError
    )


def _worlds(
    study: str, values: Any, root: Path, assigned: Mapping[str, Any]
) -> dict[str, OtherWorld]:
    """Return a study's settings in each of its worlds, none where it has no file of worlds."""
    place = worlds_file(study)
    if not (root / place).exists():
        return {}
    worlds = read_worlds_file(root / place)
    if PARAMETER not in settings_model(study).model_fields:
        raise ConfigurationError(
            f"{place}: {study} has no parameter {PARAMETER}, so nothing could touch its jobs. Add "
            "it to the study's Settings and to params.yaml; docs/extending.md shows how."
        )
    found = {}
    for name in (IDENTITY, *worlds.worlds):
        there = dict(sorted((dict(assigned) | worlds.assigned(name)).items()))
        settings = _settings(study, values, there, f"{place}: worlds.{name}")
        found[name] = OtherWorld(settings, there, worlds.left_out(name))
    return found


def _overlays(path: Path, origin: str) -> dict[str, Any]:
    """Return what differs at each other scale and in the replication, by name."""
    overlays = read_yaml(path, ConfigurationError) if path.exists() else {}
    if not isinstance(overlays, dict):
        raise ConfigurationError(f"{origin}: the file must map scales to what differs.")
    others = [scale for scale in SCALES if scale != "default"] + [REPLICATION]
    for name in overlays:
        if name not in others:
            raise ConfigurationError(f"{origin}: {unknown_key(name, '', others)}")
    return overlays


def _merge(base: Any, overlay: Any, place: str) -> Any:
    """Lay ``overlay`` over ``base`` as a JSON merge patch (RFC 7396), which adds no keys.

    Mappings are merged, null takes an entry out, everything else is replaced.
    """
    if not isinstance(base, dict):
        return overlay
    if isinstance(overlay, dict) and overlay.get("kind", base.get("kind")) != base.get("kind"):
        return overlay  # another kind of thing has other keys
    if not isinstance(overlay, dict):
        raise ConfigurationError(f"{place}: must be a mapping, like the section it lies over.")
    merged = dict(base)
    for key, value in overlay.items():
        if key not in base:
            raise ConfigurationError(f"{place}: {unknown_key(key, 'this section', base)}")
        if value is None:
            del merged[key]
        else:
            merged[key] = _merge(base[key], value, f"{place}.{key}")
    return merged
