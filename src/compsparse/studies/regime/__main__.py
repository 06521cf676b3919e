"""Train, prune and judge networks on a picture: ``python -m compsparse.studies.regime FILE``."""

from compsparse.own_data.command import ask, run_as_process


def main(arguments: list[str] | None = None) -> int:
    """Ask the study's question; return the exit code."""
    return ask("regime", arguments)


if __name__ == "__main__":
    run_as_process(main)
