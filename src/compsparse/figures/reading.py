"""What every render step does first: read its table and check it."""

from collections.abc import Sequence

import pandas as pd

from compsparse.artifacts.tables import read_table
from compsparse.figures.replicates import require_columns
from compsparse.steps import Inputs, Params, single


def read_result(
    inputs: Inputs, params: Params, columns: Sequence[str], allowed: Sequence[str] = ()
) -> pd.DataFrame:
    """Return the table of the input ``table``, which must have ``columns``.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: a column is missing, the table has no rows, or ``params`` has a name that is
            not in ``allowed``.
    """
    unknown = sorted(set(params) - set(allowed))
    if unknown:
        names = ", ".join(allowed) or "none"
        raise ValueError(
            f"The render step does not know the parameter {unknown[0]!r}; it takes {names}. "
            "Remove it from this step's section of the parameters."
        )
    path = single(inputs, "table")
    table = read_table(path)
    require_columns(table, columns, str(path))
    return table
