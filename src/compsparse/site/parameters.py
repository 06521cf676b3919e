"""The values of params.yaml, each with the comment that says where it comes from."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import yaml

from compsparse.site.html import code, prose, table

_COMMENT = re.compile(r"\s*#\s*(.*)$")
_TITLE = re.compile(r"\s*# ----")  # of the next section


@dataclass(frozen=True)
class Parameter:
    """A value as params.yaml writes it.

    Attributes:
        key: with dots, as ``--config set=`` takes it.
        source: its comment; empty where there is none.
        number: the value, where it is a whole number.
    """

    key: str
    value: str
    source: str
    number: int | None = None

    @property
    def experiment(self) -> str:
        """The study's section that it stands in; the key itself outside of studies."""
        return ".".join(self.key.split(".")[:2])


def read_parameters_with_sources(text: str) -> list[Parameter]:
    """Return all values of the text of params.yaml, in its order."""
    lines = text.splitlines()
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    return list(_values(node, "", lines)) if isinstance(node, yaml.MappingNode) else []


def _values(node: yaml.Node, key: str, lines: list[str]) -> Iterator[Parameter]:
    if isinstance(node, yaml.MappingNode) and not node.flow_style:
        for name, inner in node.value:
            yield from _values(inner, f"{key}.{name.value}" if key else name.value, lines)
        return
    first, last = node.start_mark, node.end_mark
    if isinstance(node, yaml.SequenceNode) and not node.flow_style:  # it ends where the next begins
        shown = [line for line in lines[first.line : last.line] if not _TITLE.match(line)]
        values = [_COMMENT.split(line)[0].strip().removeprefix("- ") for line in shown]
        comments = [found[1] for line in shown if (found := _COMMENT.search(line))]
        yield Parameter(key, f"[{', '.join(v for v in values if v)}]", "; ".join(comments))
        return
    value = " ".join("\n".join(lines[first.line : last.line + 1]).split())
    if first.line == last.line:
        value = lines[first.line][first.column : last.column]
    found = _COMMENT.match(lines[last.line][last.column :])
    number = int(node.value) if node.tag == "tag:yaml.org,2002:int" else None
    yield Parameter(key, value, found[1].strip() if found else "", number)


def parameter_table(caption: str, parameters: Iterable[Parameter], above: str = "") -> str:
    """Return a table of parameters, each with its source; keys leave out ``above``."""
    rows = [
        [
            f'<span id="{parameter.key}">{code(parameter.key.removeprefix(above))}</span>',
            code(parameter.value),
            prose(parameter.source),
        ]
        for parameter in parameters
    ]
    return table(caption, ["parameter", "value", "where it comes from"], rows)
