"""The generated page of a study, ``docs/<study>/results.md``: what is measured, and how."""

import re

from compsparse.claims.registry import Registry, Result
from compsparse.claims.table import markdown_table

_INTRODUCTION = """\
# Results of the study `{study}`: what is measured, and how

The exact meaning of figures and metrics. Question, model and list of results: \
[the study](README.md); sizes and readings: [departures](departures.md); numbers: \
[claims](claims.md). Generated from `workflow/claims/{study}.yaml`; do not edit.

Names of metrics omit the prefix `{study}_`."""


def results_page(registry: Registry) -> str:
    """Return the page: what the registry says about its results, section by section."""
    introduction = _INTRODUCTION.format(study=registry.study)
    parts = [introduction if registry.about is None else f"{introduction} {registry.about.strip()}"]
    for name, section in registry.sections.items():
        parts += [f"## {section.title}", section.text.strip()]
        rows = [
            row
            for result_name, result in registry.results.items()
            if result.section == name
            for row in _definitions(result_name, result)
        ]
        if rows:
            parts.append(markdown_table(["metric", "definition"], rows))
    return "\n\n".join(parts) + "\n"


def _definitions(result: str, definitions: Result) -> list[list[str]]:
    return [
        [", ".join(_named(result, name) for name in names.split(", ")), text.strip()]
        for names, text in definitions.metrics.items()
    ]


def _named(result: str, name: str) -> str:
    return f'<a id="{anchor(result, name)}"></a>`{result}.{name}`'


def anchor(result: str, name: str) -> str:
    """Return where on the page a metric is defined; brackets in its name would end an address."""
    return re.sub(r"[^A-Za-z0-9_-]", "", f"{result}-{name}")
