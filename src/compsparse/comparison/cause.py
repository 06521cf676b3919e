"""A cause: one input of a job that differs between the two sides."""

from dataclasses import dataclass
from typing import Any, Literal, get_args

# in the order in which they are told
Kind = Literal[
    "params",
    "numerics",
    "code",
    "environment",
    "source",
    "wiring",
    "plan",
    "bytes",
    "not as recorded",
    "unexplained",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
SENTENCES: tuple[Kind, ...] = ("plan", "bytes", "not as recorded", "unexplained")  # as subjects


@dataclass(frozen=True, order=True)
class Cause:
    """What differs: a parameter, a module, a package, and so on.

    Attributes:
        kind: ``plan`` is a job that only one side has; ``bytes`` are other bytes from the same
            inputs, or around the same arrays; ``not as recorded`` is a file that is not what its
            record says.
        subject: the parameter's place, the module, the package, the file.
        change: old and new value, where they say something.
    """

    kind: Kind
    subject: str
    change: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the cause for machines."""
        return {"kind": self.kind, "subject": self.subject, "change": self.change}

    def __str__(self) -> str:
        """Return the cause in words."""
        if self.kind in SENTENCES:
            return self.subject
        # the mode of numerics has no other name than its kind
        name = self.kind if self.kind == self.subject else f"{self.kind} {self.subject}"
        return f"{name} {self.change}".rstrip().replace("compsparse.", "")


SAME_INPUTS = Cause("bytes", "same params, code, environment and inputs, other bytes")
OTHER_CONTAINER = Cause(
    "bytes",
    "same arrays, other container bytes (written by another version of Python or of this project)",
)
TAMPERED = Cause("not as recorded", "the file is not what its record says (compsparse audit)")
UNEXPLAINED = Cause("unexplained", "an input differs that no record of both sides explains")
