"""Names of tasks in figures."""


def shown(task: str) -> str:
    """Return the name of a task as a reader sees it."""
    if task == "multiplication_by_3_bits":
        return "times 3 bits"
    machine = task.removeprefix("machine_")
    return task if machine == task else f"machine: {machine.removeprefix('binary_')}"
