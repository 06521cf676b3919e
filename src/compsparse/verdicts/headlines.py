"""What pages say beside a picture: the answer that the official verdicts give, not one run's."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from compsparse.claims.errors import ClaimsError
from compsparse.claims.headline import Headline, Words, headline
from compsparse.claims.verdict import Verdict
from compsparse.claims.word_files import read_results
from compsparse.verdicts.official_claim import OfficialClaim
from workflow_engine.validation.strict_model import validated


@dataclass(frozen=True)
class Told:
    """The answer of the official verdicts, and what the run's own picture says."""

    official: Headline
    picture: Headline

    @property
    def differs(self) -> bool:
        """Whether the picture says something else."""
        return self.official != self.picture

    @property
    def caption(self) -> str:
        """What stands beside the picture."""
        if not self.differs:
            return _sentence(self.official.text)
        alone = "leaves this open"
        if self.picture.answer != "open":
            alone = f"alone says: “{' '.join(self.picture.text.split())}”"
        return f"{_sentence(self.official.text)} (The picture shows one root seed, which {alone}.)"


def read_headlines(path: Path) -> dict[str, Words]:
    """Read the words of a study, by result without the study's name.

    Raises:
        ClaimsError: file, key, value, what is allowed and what to do.
    """
    return {
        name: validated(f"{path}, {name}", entry, Words, ClaimsError)
        for name, entry in read_results(path).items()
    }


def told(
    study: str, words: Mapping[str, Words], claims: Iterable[OfficialClaim]
) -> dict[str, Told]:
    """Return what is told of each result, by its full id."""
    by_id = {claim.id: claim for claim in claims}
    official: dict[str, Verdict] = {name: claim.verdict for name, claim in by_id.items()}
    of_run: dict[str, Verdict] = {name: claim.run.verdict for name, claim in by_id.items()}
    return {
        f"{study}_{name}": Told(
            _answer(study, name, entry, official), _answer(study, name, entry, of_run)
        )
        for name, entry in words.items()
    }


def differing(headlines: Mapping[str, Mapping[str, Told]]) -> str:
    """Return a sentence on how many pictures say something else than the official verdicts."""
    every = [entry for of_study in headlines.values() for entry in of_study.values()]
    if not every:
        return ""
    count = sum(entry.differs for entry in every)
    return (
        f"{count} of {len(every)} pictures, each from a single run, have a headline other than the "
        "one these verdicts give; their captions quote it."
    )


def _answer(study: str, name: str, words: Words, verdicts: Mapping[str, Verdict]) -> Headline:
    ids = [f"{study}_{name}_{decider}" for decider in words.decided_by]
    return headline(words, [verdicts[i] for i in ids if i in verdicts])


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith("?") else f"{text}."
