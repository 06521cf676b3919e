"""The page of a result: picture, claims, table, parameters, chain, and how to make it again."""

import csv
import io
import json
import re
from collections.abc import Sequence
from html import escape

import pandas as pd

from compsparse.site.claim_cards import claim_card, forest_picture, seeds_table, worlds_table
from compsparse.site.condition_means import condition_means
from compsparse.site.content import Content, ShownResult
from compsparse.site.html import (
    code,
    commands,
    contents,
    described,
    heading,
    link,
    page,
    prose,
    raw,
    table,
)
from compsparse.site.parameters import Parameter, parameter_table
from compsparse.site.provenance_tree import provenance_tree
from compsparse.site.words import explained
from compsparse.site.written_docs import rewritten
from workflow_engine.counted import counted

_ABOVE = "../../"  # from the page to the site's root
_SHOWN = 20  # rows of a table that stand on the page itself
_VARIED = ("steps", "runs", "restarts", "samples")  # parameters that may be doubled
# how a text names another: *One direction*, `end_to_end`, [finding a factorization](#...);
# *One layer*: with a colon is defined here
_NAMED = re.compile(r"(?<![*\w])\*([^*\n]+)\*(?![*:])|`(\w+)`|\[([^\]]+)\]\(#[^)]+\)")


def result_page(content: Content, result: ShownResult) -> str:
    """Return the page in Markdown."""
    evidence = [claim for claim in result.claims if claim.role == "claim"]
    checks = [claim for claim in result.claims if claim.role == "check"]
    cards = [claim_card(content, result, c, _ABOVE) for c in (*evidence, *checks)]
    definitions = described((name, prose(text)) for name, text in result.about.metrics.items())
    worlds, seeds = worlds_table(content, result), seeds_table(evidence)
    told = page(
        heading(result.about.title),
        raw(_top(content, result)),
        heading("Claims and checks", 2) if cards else "",
        raw(forest_picture(result), searched=False) if cards else "",
        raw("".join(cards)) if cards else "",
        heading("Worlds", 2) if worlds else "",
        raw(worlds) if worlds else "",
        heading("Root seeds", 2) if seeds else "",
        raw(seeds, searched=False) if seeds else "",
        heading("What is measured", 2) if definitions else "",
        _definitions(content, result),
        raw(definitions) if definitions else "",
    )
    return page(
        explained(told, _ABOVE, [result.study]),
        *_means(result),
        *_table(result),
        heading("Parameters", 2),
        raw(_parameters(content, result)),
        heading("Make it again, vary it", 2),
        raw(_commands(result), searched=False),
        heading("Where it comes from", 2),
        raw(_cost(content, result) + provenance_tree(content, result), searched=False),
    )


def _definitions(content: Content, result: ShownResult) -> str:
    """Return how the results of a section are made; names of others lead to their definitions."""
    registry = content.registries[result.study]
    if (section := registry.sections.get(result.about.section or "")) is None:
        return ""
    places = {}
    for name, other in registry.by_id.items():
        if name not in content.results or name == result.id:
            continue
        places[name.removeprefix(f"{result.study}_")] = name
        if other.section and other.section != result.about.section:
            for called in (other.section.replace("_", " "), registry.sections[other.section].title):
                places.setdefault(called.lower(), name)

    def led(found: re.Match[str]) -> str:
        words = found[1] or found[2] or found[3]
        name = places.get(words.lower())
        return link(f"{name}.html#what-is-measured", escape(words)) if name else found[0]

    text = _NAMED.sub(led, section.text)
    return rewritten(content, f"docs/{result.study}/README.md", text)


def results_index(content: Content) -> str:
    """Return the page of all results, by study."""
    parts = [heading("Results"), raw(_search_hint())]
    for study in content.registries:
        results = content.of_study(study)
        rows = [
            [link(f"{study}/{r.id}.html", prose(r.about.title)), _caption(r), _tally(r)]
            for r in results
        ]
        parts += [
            heading(study, 2),
            raw(table(f"Results of study {study}", ["result", "what it says", "claims"], rows)),
        ]
    return page(*parts, contents([f"{study}/index" for study in content.registries]))


def study_index(content: Content, study: str) -> str:
    """Return the page of a study's results."""
    results = content.of_study(study)
    tiles = "".join(
        # its caption stands beside it and needs no second reading
        f'<a class="tile" href="{r.id}.html">{_picture(r, "../../", "")}'
        f"<b>{prose(r.about.title)}</b><span>{_caption(r)}</span></a>"
        for r in results
    )
    written = f"docs/{study}/README"
    about = f"<p>{link(f'{_ABOVE}{written}.html', 'About this study')}: question, model, sizes. "
    about += f"Document {content.registries[study].document}.</p>"
    names = [result.id for result in results]
    return page(heading(study), raw(f'{about}<div class="tiles">{tiles}</div>'), contents(names))


def _search_hint() -> str:
    return "<p>One page for each figure and table. Search by id, or by words of a claim.</p>"


def _caption(result: ShownResult) -> str:
    marked = " <i>On request.</i>" if result.on_request else ""
    return (prose(result.told.caption) if result.told else "") + marked


def _tally(result: ShownResult) -> str:
    claims = [claim for claim in result.claims if claim.is_evidence]
    counts = {
        v: sum(c.verdict == v for c in claims) for v in dict.fromkeys(c.verdict for c in claims)
    }
    return ", ".join(f"{number} {verdict}" for verdict, number in counts.items()) or "none"


def _picture(result: ShownResult, above: str, instead: str | None = None) -> str:
    if result.figure is None:
        return '<span class="absent">no picture in this copy</span>'
    address = f"{above}files/{result.study}/{result.id}{result.figure_suffix}"
    caption = result.told.caption if result.told else result.about.title
    words = caption if instead is None else instead
    return f'<img class="dark-light" src="{address}" alt="{escape(words)}" loading="lazy">'


def _top(content: Content, result: ShownResult) -> str:
    title = {d.id: d.title for d in content.documents.documents}
    studied = content.registries[result.study].document.split(", ")
    documents = ", ".join(
        link(f"{_ABOVE}documents/{name}.html", f"document {name}")
        for name in studied
        if name in title
    )
    parts = [f'<p class="lead">{_caption(result)}</p>']
    if result.on_request:
        parts.append(
            '<p class="note">Made on request only: its verdicts rest on one root seed, and an '
            f"ordinary run leaves it out. {code(f'snakemake {result.rule}')} makes it.</p>"
        )
    if result.refused:
        parts.append(f'<p class="note">Its files are not shown: {prose(result.refused)}</p>')
    elif result.figure is None:
        parts.append(
            '<p class="note">The figure is not in this copy of the site: '
            f"{code(f'snakemake {result.rule}')} makes it.</p>"
        )
    if result.figure is not None:
        files = f"{_ABOVE}files/{result.study}/{result.id}"
        suffix = result.figure_suffix
        saved = [link(f"{files}{suffix}", suffix[1:].upper())]
        saved += [link(f"{files}.csv", "CSV")] if result.table else []
        parts.append(
            f'<figure class="result">{_picture(result, _ABOVE)}<figcaption>'
            f"{', '.join(saved)}</figcaption></figure>"
        )
    place = f"{prose(result.about.place)} ({documents}); {code(result.id)}"
    return "".join([*parts, f'<p class="small">{place}</p>'])


def _means(result: ShownResult) -> list[str]:
    means = condition_means(pd.read_csv(io.BytesIO(result.table))) if result.table else None
    if means is None:
        return []
    rows = ([escape(cell) for cell in row] for row in means.rows)
    shown = table(means.caption, [escape(name) for name in means.header], rows, kind="sortable")
    return [heading("Numbers", 2), raw(shown, searched=False)]


def _table(result: ShownResult) -> list[str]:
    """Return the table's first rows; a script fetches the others when they are asked for."""
    if result.table is None:
        return []
    header, *rows = _rows(result.table)
    files = f"{_ABOVE}files/{result.study}/{result.id}"
    more = f", the first {_SHOWN} of {len(rows)} rows" if len(rows) > _SHOWN else ""
    return [
        heading("Table", 2),
        raw(
            f"<p>{link(f'{files}.csv', 'Download the table')} (CSV, {len(rows)} rows). "
            "Click a column heading to sort.</p>"
            + table(
                f"{result.about.title}{more}",
                [escape(name) for name in header],
                ([escape(cell) for cell in row] for row in rows[:_SHOWN]),
                kind="sortable",
                data=f"{files}.js" if len(rows) > _SHOWN else "",
            ),
            searched=False,
        ),
    ]


def table_script(content: bytes) -> str | None:
    """Return all rows of a table as a script; None where the page holds them all."""
    _, *rows = _rows(content)
    if len(rows) <= _SHOWN:
        return None
    return f"compsparseRows({json.dumps(rows, separators=(',', ':'), ensure_ascii=False)});\n"


def _rows(content: bytes) -> list[list[str]]:
    return [row for row in csv.reader(io.StringIO(content.decode())) if row]


def _parameters(content: Content, result: ShownResult) -> str:
    study = link(f"{_ABOVE}parameters/{result.study}.html", f"all parameters of {result.study}")
    parts = [f"<p>From {code('params.yaml')}, with the comment beside each value; {study}.</p>"]
    for experiment in dict.fromkeys(p.experiment for p in result.parameters):
        chosen = [p for p in result.parameters if p.experiment == experiment]
        parts.append(parameter_table(experiment, chosen, f"{experiment}."))
    return "".join(parts)


def varied(parameters: Sequence[Parameter]) -> str | None:
    """Return an assignment that changes one of some parameters; None where none may be doubled."""
    found = (p for e in _VARIED for p in parameters if p.number and p.key.endswith(f".{e}"))
    return next((f"{p.key}={2 * p.number}" for p in found if p.number), None)


def _commands(result: ShownResult) -> str:
    lines = [
        (f"snakemake {result.rule}", "Makes whatever is missing or out of date."),
        (
            f"snakemake {result.rule} --config root_seed=1",
            "Other random draws, in a separate folder.",
        ),
    ]
    if value := varied(result.parameters):
        lines.append(
            (
                f"snakemake {result.rule} --config set={value}",
                "Another value, in a separate folder; any parameter above can be set this way.",
            )
        )
    if not result.on_request:
        lines.append((f"compsparse trace {result.id}", "Prints and checks the chain below."))
    lines.append((f"compsparse claims {result.id}", "Prints the verdicts above."))
    return commands(*lines)


def _cost(content: Content, result: ShownResult) -> str:
    costs = content.costs.get(result.study)
    known = [costs.jobs[j.name] for j in result.chain if j.name in costs.jobs] if costs else []
    if costs is None or not known:
        return "<p>Its cost has not been measured.</p>"
    cpu = sum(job.cpu for job in known)
    took = f"{cpu:.0f} CPU seconds" if cpu >= 1 else "less than a CPU second"
    missing = len(result.chain) - len(known)
    apart = f"; {missing} more were not measured" if missing else ""
    memory = max(job.memory for job in known)
    return (
        f"<p>{counted(len(known), 'job')} from seeds to figure took {took} on "
        f"{escape(costs.machine.processor)}, at most {memory:.0f} MB of memory{apart}.</p>"
    )
