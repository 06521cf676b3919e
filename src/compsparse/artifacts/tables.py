"""``.csv``: tidy tables with a header line."""

from pathlib import Path

import pandas as pd

from compsparse.artifacts.contents import read_contents
from compsparse.artifacts.errors import DEFECT, ArtifactError


def read_table(path: Path) -> pd.DataFrame:
    """Read a ``.csv`` table with a header line.

    Raises:
        ArtifactError: missing, empty or not a table.
    """
    read_contents(path)
    try:
        # pandas reads floats exactly since 3.1: what was written comes back to the last bit
        # text such as "NA" or "None" stays text; only an empty field is missing
        return pd.read_csv(path, keep_default_na=False, na_values=[""])
    except (ValueError, UnicodeDecodeError, pd.errors.ParserError) as error:
        raise ArtifactError(path, f"This is not a readable .csv table ({error}).") from None


def encode(path: Path, content: object) -> bytes:
    """Return the bytes of a table, floats in their shortest exact form.

    Raises:
        ArtifactError: not a non-empty DataFrame.
    """
    if not isinstance(content, pd.DataFrame) or content.empty:
        raise ArtifactError(path, "A .csv output needs a non-empty DataFrame.", DEFECT)
    return content.to_csv(index=False, lineterminator="\n").encode()
