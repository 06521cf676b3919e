"""Read YAML so that no two tools can read it differently.

``1e-3`` is a string to YAML 1.1 (Snakemake) and a number to YAML 1.2 (DVC); ``on`` is a boolean to
one and a string to the other. Such words, tags, references and keys that stand twice are errors
here, and so are whole numbers that no file format but YAML could hold.
"""

import os
import re
from pathlib import Path
from typing import Any

import yaml

from workflow_engine.validation.errors import InvalidFileError
from workflow_engine.validation.explanation import shown
from workflow_engine.validation.printable import printable
from workflow_engine.validation.regular_files import NotRegularError, read_text
from workflow_engine.validation.strict_model import Model, validated

_AMBIGUOUS = re.compile(
    r"(?:y|n|yes|no|on|off)"  # booleans of YAML 1.1
    r"|(?=.*[0-9_])[-+]?[0-9_]*+\.?[0-9_]*+(?:(?<=[0-9_.])e[-+]?[0-9]+)?"  # 010, 1_0, -.5, 1e-3
    r"|[-+]?0[box][0-9a-f_]*"  # other bases
    r"|[-+]?[0-9_]+(?::[0-5]?[0-9])+(?:\.[0-9_]*)?",  # base 60
    re.IGNORECASE,
)
_LONGEST_NUMBER = 400  # characters; the largest float has 309 digits
_LARGEST_INTEGER = 2**63 - 1
# the numbers that all readers take for the same number
_PLAIN = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+|0x[0-9a-fA-F]+")


class _Loader(yaml.SafeLoader):
    """A safe loader that refuses ambiguous words, repeated keys, references and tags."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if getattr(event, "anchor", None) is not None:  # readers disagree where its name ends
            raise _refuse(event, "references (& and *) are not used here; write the value out.")
        if getattr(event, "tag", None) is not None:  # readers disagree what a tag makes of a text
            raise _refuse(event, "tags (!) are not used here; write the value as it is.")
        return super().compose_node(parent, index)


def _refuse(node: Any, problem: str) -> InvalidFileError:
    mark = node.start_mark
    return InvalidFileError(
        f"{mark.name}: line {mark.line + 1}, column {mark.column + 1}: {problem}"
    )


def _mapping(loader: Any, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: set[Any] = set()
    for key_node, _ in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str):
            raise _refuse(key_node, f"the key {shown(key)} is not text; write it in quotes.")
        if key in seen:
            raise _refuse(key_node, f"the key {shown(key)} stands twice; keep one.")
        seen.add(key)
    return yaml.SafeLoader.construct_mapping(loader, node, deep=True)


def _check_word(node: yaml.ScalarNode, text: str) -> None:
    plain = _PLAIN.fullmatch(text)
    if not plain and _AMBIGUOUS.fullmatch(text):
        raise _refuse(
            node,
            f"{shown(text)} means different things to different YAML readers. Write true or "
            "false, or the number in plain digits (0.001, 1000000), or quote it if it is text.",
        )
    if plain and (len(text) > _LONGEST_NUMBER or _integer(text) > _LARGEST_INTEGER):
        raise _refuse(
            node,
            f"the number {shown(text)} is too large; allowed: whole numbers between "
            f"-{_LARGEST_INTEGER} and {_LARGEST_INTEGER}. Write a smaller one, with a point if "
            "it need not be whole, or quote it if it is text.",
        )


def _integer(text: str) -> int:
    """Return the size of a plain whole number, 0 for one with a point."""
    return 0 if "." in text else abs(int(text, 0))


def _check_scalars(node: yaml.Node) -> None:
    if isinstance(node, yaml.ScalarNode):
        if not node.style:
            _check_word(node, node.value)
    elif isinstance(node, yaml.SequenceNode):
        for child in node.value:
            _check_scalars(child)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            _check_scalars(key)
            _check_scalars(value)


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


class _CompiledLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads in an eighth of the time, for texts without anything that only ``_Loader`` sees."""


_CompiledLoader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)
# letters of one byte, and nothing that could begin a reference, a tag, a directive, a long key, a
# block of text or a document: there the two loaders were seen to differ
_HARMLESS = re.compile(r"[\n\x20-\x7e]*")
_SUSPECT = re.compile(
    r"(?:^|[^\w^)\]])[&*!%?]|(?:^|[:\-] |[\[{,])\s*[|>]|^(?:---|\.\.\.)", re.MULTILINE
)


# what the loader lets through when a scalar does not fit its tag (a 13th month), and when brackets
# are nested a thousand deep
_FROM_TAGS = (ValueError, LookupError, AttributeError, TypeError, RecursionError)


def read_yaml(path: Path, error: type[InvalidFileError] = InvalidFileError) -> Any:
    """Read a YAML file as plain values.

    Raises:
        InvalidFileError: of the type ``error``; missing, not YAML, or YAML that two readers may
            read differently.
    """
    name = printable(_shown(path))
    try:
        text = read_text(path)
    except NotRegularError as problem:
        raise error(
            f"{name}: this {problem.what}; a text file is needed here. Restore it from git, or "
            "correct the path."
        ) from None
    except OSError as problem:
        raise error(
            f"{name}: this file cannot be read ({problem.strerror}). Restore it from git, or "
            "correct the path."
        ) from None
    except UnicodeDecodeError as problem:
        raise error(f"{name}: this is not UTF-8 text ({problem}). Save it as UTF-8.") from None
    return parse_yaml(text, name, error)


def parse_yaml(text: str, name: str, error: type[InvalidFileError] = InvalidFileError) -> Any:
    """Return the plain values of a YAML text; ``name`` says in errors where it comes from.

    Raises:
        InvalidFileError: of the type ``error``; not YAML, or YAML that two readers may read
            differently.
    """
    if _HARMLESS.fullmatch(text) and not _SUSPECT.search(text):
        try:
            return _constructed(_CompiledLoader(text))
        except (InvalidFileError, yaml.YAMLError, *_FROM_TAGS):
            pass  # the other loader says what is wrong, and where
    try:
        loader = _Loader(text)
        loader.name = name
        return _constructed(loader)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark
        place = f"line {mark.line + 1}, column {mark.column + 1}" if mark else "an unknown line"
        raise error(
            f"{name}: {place}: this is not valid YAML ({problem.problem}). Correct that line; "
            "text with a colon or a leading special character needs quotes."
        ) from None
    except InvalidFileError as problem:
        raise error(str(problem)) from None
    except (yaml.YAMLError, *_FROM_TAGS) as problem:
        raise error(f"{name}: this is not valid YAML ({problem}). Correct it.") from None


def _constructed(loader: Any) -> Any:
    node = loader.get_single_node()
    if node is None:
        return None
    _check_scalars(node)
    return loader.construct_document(node)


def read_strict_yaml(
    path: Path, model: type[Model], error: type[InvalidFileError] = InvalidFileError
) -> Model:
    """Read a YAML file as ``model``.

    Raises:
        InvalidFileError: of the type ``error``; see ``read_yaml`` and ``validated``.
    """
    return validated(printable(_shown(path)), read_yaml(path, error), model, error)


def _shown(path: Path) -> str:
    """Return the path as a person would type it."""
    relative = os.path.relpath(path)
    return relative if not relative.startswith("..") else str(path)
