"""The sentence about a job that was killed, which it could not say itself."""


def killed(job: str, number: int) -> str:
    """Return what to tell the user of a job that a signal ended."""
    return (
        f"{job} was killed by signal {number}, most often for lack of memory. Start snakemake "
        "again with fewer --cores, or on a larger machine. Finished jobs are kept."
    )
