"""Random generators derived by name from one root seed.

Every random draw of the project belongs to a named role, for example
``("factorial", "single_pass", "2pow12", "graph", 0)``. The generator of a role depends on the root
seed and on its own name only, so adding a cell, a run or a role never changes another draw.
"""

import hashlib

import numpy as np

_WORDS = 4  # 4 x 32 bits of the name's hash: collisions between names are out of reach


def spawn_key(*names: str | int) -> tuple[int, ...]:
    """Hash a role's name into the spawn key of a ``numpy.random.SeedSequence``.

    Names are joined with a separator that no name may contain and marked by type, so
    ``("a", "b")``, ``("a/b",)`` and ``("1",)``, ``(1,)`` are all different roles.

    Raises:
        ValueError: no name, or a name that contains the separator.
    """
    if not names:
        raise ValueError("A random generator needs at least one name, for example 'graph'.")
    for name in names:
        if isinstance(name, str) and "\x1f" in name:
            raise ValueError(f"The seed name {name!r} contains the unit separator; remove it.")
    text = "\x1f".join(f"{type(name).__name__}:{name}" for name in names)
    digest = hashlib.sha256(text.encode()).digest()
    return tuple(int.from_bytes(digest[4 * i : 4 * i + 4], "little") for i in range(_WORDS))


def generator(root: int, *names: str | int) -> np.random.Generator:
    """Return the generator of the role ``names`` under the root seed ``root`` (an int >= 0).

    Raises:
        ValueError: ``root`` is negative, or a name is not usable (see ``spawn_key``).
    """
    if root < 0:
        raise ValueError(f"root_seed is {root}; it must be an integer >= 0.")
    sequence = np.random.SeedSequence(entropy=root, spawn_key=spawn_key(*names))
    return np.random.Generator(np.random.PCG64(sequence))
