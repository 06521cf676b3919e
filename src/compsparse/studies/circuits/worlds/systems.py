"""Physical systems of a world: the regular and the chaotic system trade places."""

from compsparse.studies.circuits.worlds.catalogue import TRADED, World

_OTHER = {"oscillator": "henon", "henon": "oscillator"}


def system_in_world(system: str, world: World) -> str:
    """Return the system whose errors are measured in a world in the place of ``system``'s."""
    return _OTHER[system] if world == TRADED else system
