"""Step ``generate``: a target, the image that networks learn, and its complexity.

The influence of a genome's primitives on its image is the ground truth of judged edits. To a
primitive belong the edges that its genome's ``parts`` name, and those into exclusive ancestors:
nodes that act on the image through these edges alone. Each of its edges is changed up and down by
as much as a weight sweep changes weights, so that both have the same effect on the image
(``judging.sweep``); the map of a change is its size over the pixels, the mean over red, green and
blue. Smaller changes would give thin outlines, which no sweep resembles.

A node whose value is 1 inside a part and -1 outside recolours both alike when its edge to a colour
changes. Such a map does not locate the part; ``largest_share`` leaves it out.
"""

import os
from pathlib import Path

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.regime.judging.sweep import sweep_weights
from compsparse.studies.regime.network.pixels import IMAGE_SIZE, JUDGED
from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.drawings import DRAWINGS
from compsparse.studies.regime.targets.genome import Genome, GenomeError
from compsparse.studies.regime.targets.genome_files import (
    is_json,
    is_xml,
    read_genome_json,
    read_picbreeder,
)
from compsparse.studies.regime.targets.layering import layered
from compsparse.studies.regime.targets.png_complexity import eight_bits, png_complexity
from workflow_engine.steps import Inputs, Outputs
from workflow_engine.validation.regular_files import open_regular

_LARGEST_JSON = 16 << 20  # bytes
# a map over most of the image identifies no part: any change of all colours would match it
_LARGEST_SHARE = 0.5


def run(inputs: Inputs, *, drawing: str) -> Outputs:
    """Make a target of a drawing made by code; ``data``: see ``target_arrays``."""
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
    see ``influence_maps``, and the number of each map's ``part`` [map].

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
    XML, alone or in a zip (``genome_files``).

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


def influence_maps(
    genome: Genome, side: int = JUDGED, largest_share: float = 1.0
) -> dict[str, Float64[np.ndarray, "map pixel"]]:
    """Return the maps of each primitive's edges, pixels row by row; inert edges have none.

    Maps that ``spread`` over more than the largest share are left out; 1 keeps all.
    """
    if not genome.parts:
        raise ValueError(f"The genome {genome.name!r} names no parts; give it a key 'parts'.")
    network = layered(genome)
    part_weights = {
        part: network.edge_weights[list(part_edges(genome, part))] for part in genome.parts
    }
    swept = np.unique(np.concatenate(list(part_weights.values())))
    sweep = sweep_weights(network.shape, network.weights, swept, side)
    changed = sweep.indices[sweep.matched]
    maps = np.abs(sweep.changes.astype(np.float64)).mean(axis=1)
    local = spread(maps) <= largest_share
    return {part: maps[np.isin(changed, weights) & local] for part, weights in part_weights.items()}


def spread(maps: Float64[np.ndarray, "map pixel"]) -> Float64[np.ndarray, " map"]:
    """Return the spread of each map as a fraction of all pixels: (sum m)^2 / (pixels * sum m^2)."""
    # 1 for a constant map, and k / pixels for one that is constant on k pixels and 0 elsewhere
    squares = maps.shape[1] * (maps**2).sum(axis=1)
    return np.asarray(np.minimum(maps.sum(axis=1) ** 2 / squares, 1.0))


def part_edges(genome: Genome, part: str) -> tuple[int, ...]:
    """Return the numbers of a primitive's edges, those of its exclusive ancestors included."""
    edges = set(genome.parts[part])
    for node in reversed(genome.order):  # targets first
        leaving = genome.outgoing[node.id]
        if node.role == "hidden" and leaving and edges.issuperset(leaving):
            edges.update(genome.incoming[node.id])
    return tuple(sorted(edges))
