"""Find the wiring of values on a grid: ``python -m compsparse.studies.approximation FILE``."""

from compsparse.own_data.command import ask, run_as_process


def main(arguments: list[str] | None = None) -> int:
    """Ask the study's question; return the exit code."""
    return ask("approximation", arguments)


if __name__ == "__main__":
    run_as_process(main)
