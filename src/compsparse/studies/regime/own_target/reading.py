"""A reader's own file as a target: a picture or a genome, by its content."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from compsparse.studies.regime.own_target.pictures import (
    Fit,
    contrast_notes,
    is_picture,
    read_own_picture,
)
from compsparse.studies.regime.own_target.values import OwnTargetError
from compsparse.studies.regime.targets.generate_target import (
    genome_arrays,
    read_genome,
    target_arrays,
)
from workflow_engine.artifacts.errors import REBUILD
from workflow_engine.validation.printable import printable
from workflow_engine.validation.regular_files import open_regular


@dataclass(frozen=True)
class OwnTarget:
    """The target of a file."""

    arrays: Mapping[str, np.ndarray]  # see ``generate_target``
    activations: Mapping[str, int]  # of a genome's hidden nodes, by number; a picture has none
    notes: tuple[str, ...]  # what was done to it, and what to beware of


def read_own_target(file: Path, fit: Fit = "exact", *, as_is: bool = False) -> OwnTarget:
    """Read a picture or a genome, whatever the file is called.

    Args:
        file: of any name.
        fit: of a picture that is no square, see ``read_own_picture``.
        as_is: whether a picture of one colour is taken all the same.

    Raises:
        OwnTargetError: the file is no target.
    """
    try:
        with open_regular(file, through_links=True) as stream:
            head = stream.read(64)
        if is_picture(head):
            rgb, notes = read_own_picture(file, fit)
            return OwnTarget(target_arrays(rgb, as_is=as_is), {}, notes)
        genome = read_genome(file.resolve() if file.is_symlink() else file)
        arrays = genome_arrays(genome, as_is=as_is)
    except OSError as error:
        raise OwnTargetError(f"{printable(file)}: This file cannot be read ({error}).") from None
    except ValueError as error:
        # that remedy is for files that the project makes
        said = str(error).replace(f" {REBUILD}", "").replace("\n", " ")
        named = printable(file) in said
        raise OwnTargetError(said if named else f"{printable(file)}: {said}") from None
    hidden = Counter(node.activation for node in genome.nodes if node.role == "hidden")
    return OwnTarget(arrays, hidden, (*genome.notes, *contrast_notes(arrays["rgb"])))
