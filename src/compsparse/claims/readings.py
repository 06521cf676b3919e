"""How a claim reads its document: ``workflow/readings/<study>.yaml``.

- *printed*: the document says it, and the claim tests it by the document's own measure, sign, order
  or number; the entry quotes the few words that make it so.
- *controlled*: the document says it, and the claim demands more: equal error or budget, a least
  difference, a matched baseline, a sharper quantity.
- *beyond*: our own question.

Two readers assigned them independently, from statements, metrics and bands, before they saw a
verdict; where they disagreed, ``second`` has the other reading.
"""

from pathlib import Path
from typing import Literal

from pydantic import model_validator

from compsparse.claims.errors import ClaimsError
from compsparse.claims.word_files import read_results
from workflow_engine.validation.strict_model import StrictModel, Text, validated

Reading = Literal["printed", "controlled", "beyond"]


class ClaimReading(StrictModel):
    """The reading of a claim.

    Attributes:
        quote: the document's words that it is about.
        why: what is ours about it.
        second: the reading of the second reader, where it is another one.
    """

    reading: Reading
    quote: Text | None = None
    why: Text | None = None
    second: Reading | None = None

    @model_validator(mode="after")
    def _is_founded(self) -> "ClaimReading":
        if (self.quote is None) is not (self.reading == "beyond"):
            raise ValueError(
                "a printed or controlled claim quotes the words that it is about, and one beyond "
                "the document cannot; give quote, or correct the reading"
            )
        if self.reading != "printed" and self.why is None:
            raise ValueError("say in why what is ours about it")
        if self.second == self.reading:
            raise ValueError("second is for another reading; leave it out where readers agree")
        return self


def read_readings(path: Path) -> dict[str, ClaimReading]:
    """Read the readings of a study's claims, by the claims' ids.

    Raises:
        ClaimsError: file, key, value, what is allowed and what to do.
    """
    return {
        f"{path.stem}_{result}_{claim}": validated(
            f"{path}, {result}.{claim}", entry, ClaimReading, ClaimsError
        )
        for result, claims in read_results(path).items()
        for claim, entry in (claims or {}).items()
    }
