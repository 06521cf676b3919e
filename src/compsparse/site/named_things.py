"""What the search finds by name beside whole pages: statements, claims, parameters, results."""

import json
from collections.abc import Iterator

from compsparse.claims.documents import OUT_OF_SCOPE
from compsparse.pages.claim_words import short_name
from compsparse.site.content import Content
from compsparse.site.vocabulary import WORDS
from compsparse.site.words import PAGE

# what readers ask for by other words than documents and claims use
SYNONYMS = (
    ("lottery ticket", "winning ticket", "ticket"),
    ("held-out", "held out", "unseen", "out of distribution"),
    ("chain of thought", "intermediate step", "scratchpad"),
    ("mixture of experts", "experts", "moe"),
    ("monosemantic", "polysemantic", "superposition", "orthogonality"),
    ("repetition", "repeated data", "same data", "epochs", "many times", "reuse"),
    ("scaling law", "power law", "exponent"),
    ("abrupt", "phase transition", "staircase", "emergence", "jump"),
    ("fine-tun", "transfer"),
    ("easy to hard", "easy-to-hard", "curriculum", "mixture"),
    ("overfitting", "generalization gap", "generalisation gap", "gap"),
    ("rademacher", "vacuous", "generalization bound"),
    ("weight sweep", "survival"),
    ("similarity-based pruning", "similarity pruning", "sp over"),
    ("embedding dimension", "embedding size"),
    ("approximation complexity", "(ac)"),
    ("statistical complexity", "(sc)"),
    ("learning rate", "step size"),
    ("seeds", "replicates", "runs"),
    ("multi-hop", "k-fold", "hops"),
    ("optimiser", "optimizer"),
    ("ablation", "world"),
)

Named = tuple[str, str, str, str, str]  # what it is, name, words, address, verdict


def named_things(content: Content) -> Iterator[Named]:
    """Yield everything that has a name and a place of its own."""
    judged = {statement.entry.id: statement for statement in content.statements}
    for document in content.documents.documents:
        for entry in document.entries:
            words = f"{entry.place}: {entry.statement}"
            verdict = judged[entry.id].printed if entry.id in judged else OUT_OF_SCOPE
            yield entry.kind, entry.id, words, f"documents/{document.id}.html#{entry.id}", verdict
    for result in content.results.values():
        yield "result", result.id, result.about.title, f"{result.page}.html", ""
        for claim in result.claims:
            name = f"{result.id}.{short_name(claim)}"
            yield claim.role, name, claim.statement, f"{result.page}.html#{claim.id}", claim.verdict
        for metric, text in result.about.metrics.items():
            address = f"{result.page}.html#what-is-measured"
            yield "metric", f"{result.id}.{metric}", text, address, ""
    for parameter in content.parameters:
        page = f"parameters/{parameter.key.split('.')[0]}.html"
        if parameter.key.split(".")[0] not in content.registries:
            page = "parameters/index.html"
        words = f"{parameter.value} {parameter.source}"
        yield "parameter", parameter.key, words, f"{page}#{parameter.key}", ""
    for word in WORDS:
        if not word.study or word.study in content.registries:
            name = " ".join((word.name, *word.forms))
            yield "word", name, word.meaning, f"{PAGE}.html#{word.anchor}", ""


def as_script(content: Content) -> str:
    """Return them as a script, which a page can load where nothing can be fetched."""
    rows = [
        [kind, name, " ".join(words.split()), *rest]
        for kind, name, words, *rest in named_things(content)
    ]
    given = json.dumps([rows, SYNONYMS], ensure_ascii=False, separators=(",", ":"))
    return f"compsparseNamed(...{given});\n"
