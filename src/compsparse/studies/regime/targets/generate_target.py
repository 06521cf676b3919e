"""Step ``generate``: a target, the image that networks learn, and its complexity."""

import os
from pathlib import Path

import numpy as np
from jaxtyping import Float32

from compsparse.studies.regime.network.pixels import IMAGE_SIZE
from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.drawings import DRAWINGS
from compsparse.studies.regime.targets.genome import Genome, GenomeError
from compsparse.studies.regime.targets.genome_json import is_json, read_genome_json
from compsparse.studies.regime.targets.influence import influence_maps
from compsparse.studies.regime.targets.picbreeder_zip import is_xml, read_picbreeder
from compsparse.studies.regime.targets.png_complexity import eight_bits, png_complexity
from compsparse.studies.regime.targets.png_files import read_picture
from workflow_engine.steps import Inputs, Outputs, single
from workflow_engine.validation.regular_files import open_regular

_LARGEST_JSON = 16 << 20  # bytes
# a map over most of the image identifies no part: any change of all colours would match it
_LARGEST_SHARE = 0.5


def run(inputs: Inputs, *, drawing: str | None = None) -> Outputs:
    """Make a target from exactly one source: a drawing made by code, or one of the inputs.

    Inputs: ``genome``, a file of ``read_genome``; or ``picture``, a PNG.

    ``data``: see ``target_arrays``.
    """
    given = [name for name in ("genome", "picture") if name in inputs]
    given += ["drawing"] if drawing is not None else []
    if len(given) != 1:
        raise ValueError(
            f"The target's sources are {', '.join(given) or 'none'}; allowed: exactly one of the "
            f"inputs 'genome' and 'picture' and the parameter 'drawing'."
        )
    if "genome" in inputs:
        return {"data": genome_arrays(read_genome(single(inputs, "genome")))}
    if "picture" in inputs:
        return {"data": target_arrays(read_picture(single(inputs, "picture")))}
    if drawing not in DRAWINGS:
        raise ValueError(f"drawing is {drawing!r}; allowed: {', '.join(DRAWINGS)}.")
    return {"data": target_arrays(DRAWINGS[drawing](IMAGE_SIZE))}


def genome_arrays(genome: Genome, *, as_is: bool = False) -> dict[str, np.ndarray]:
    """Return the arrays of the target that a genome paints; see ``target_arrays``."""
    rgb = draw_genome(genome, IMAGE_SIZE).astype(np.float32)
    return target_arrays(rgb, as_is=as_is) | _influence(genome)


def target_arrays(
    rgb: Float32[np.ndarray, "256 256 3"], *, as_is: bool = False
) -> dict[str, np.ndarray]:
    """Return the arrays of a target.

    ``rgb`` [row, column, channel], 256 x 256, float32 in [0, 1]; ``complexity``, see
    ``png_complexity``; for a genome with named parts ``influence`` [map, pixel] on the judged grid,
    see ``influence``, and the number of each map's ``part`` [map].

    Raises:
        ValueError: the picture has one colour, and is not to be taken as it is.
    """
    if not as_is and not np.ptp(eight_bits(rgb), axis=(0, 1)).any():
        raise ValueError(
            "The picture has one colour, so that nothing can be learned of networks: no "
            "complexity, alignment or error means anything. Give a picture that shows something; "
            "`compsparse own --as-is` takes it as it is."
        )
    return {"rgb": rgb, "complexity": np.array(png_complexity(rgb))}


def _influence(genome: Genome) -> dict[str, np.ndarray]:
    """Return the influence maps of all parts that cover less than half of the image."""
    if not genome.parts:
        return {}
    maps = influence_maps(genome, largest_share=_LARGEST_SHARE)
    sizes = [len(group) for group in maps.values()]
    if not any(sizes):
        return {}
    return {
        "influence": np.concatenate(list(maps.values())).astype(np.float32),
        "part": np.repeat(np.arange(len(maps)), sizes),
    }


def read_genome(path: Path) -> Genome:
    """Read a genome by the content of its file, whatever its name is.

    These are JSON of this project (``genome``) or of neat-python (``neat_json``), and Picbreeder's
    XML, alone or in a zip (``picbreeder_zip``).

    Raises:
        GenomeError: the file holds no genome.
    """
    try:
        with open_regular(path, through_links=True) as stream:
            head, size = stream.read(64), os.fstat(stream.fileno()).st_size
    except OSError as error:
        raise GenomeError.in_file(path, f"This file cannot be read ({error}).") from None
    if head.startswith(b"PK") or is_xml(head):
        return read_picbreeder(path)
    if not is_json(head):
        raise GenomeError.in_file(
            path,
            "This is no genome by its content; allowed: JSON (of this project, or exported by "
            "neat-python), Picbreeder's XML, or a zip with it; a pickle is never read.",
        )
    if size > _LARGEST_JSON:
        raise GenomeError.in_file(path, f"The JSON has more than {_LARGEST_JSON >> 20} MiB.")
    return read_genome_json(path)
