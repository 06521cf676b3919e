# What every study's rules share: the checked configuration, the ledger, the shell line of a job.
import os
import sys
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger

# the code that is digested must be the code that runs, whatever is installed
sys.path.insert(0, str(Path(workflow.basedir) / "src"))
os.environ["PYTHONPATH"] = str(Path(workflow.basedir) / "src")
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

from compsparse.provenance.closure import ClosureError
from compsparse.provenance.environment import PinError
from compsparse.provenance.plan import PlanError
from compsparse.provenance.storage import StorageError
from compsparse.validation.errors import InvalidFileError
from compsparse.wiring import Wiring

try:
    wiring = Wiring.load(config)
    # cluster jobs and the jobs of one run parse this file again: only the main process synchronizes
    if workflow.is_main_process:
        # `workflow.dryrun` is set after this file was parsed only
        dry_run = workflow.output_settings.dryrun
        wiring.synchronize(dry_run=dry_run)
        cores = workflow.resource_settings.cores or os.cpu_count()
        # the display takes them from the record: docs/costs.md
        if dry_run:
            costs = {"estimator": wiring.estimator(cores)}
        else:
            costs = {"meter": wiring.meter(cores)}
            wiring.start_job_servers()
        logger.info(
            "What jobs are measured to cost stands in workflow/costs.", extra=costs
        )
except (ClosureError, InvalidFileError, PinError, PlanError, StorageError) as error:
    raise WorkflowError(str(error))


onstart:
    # what will run is known now only, and nothing is loaded for what will not
    wiring.announce(
        str(path) for job in workflow.dag.needrun_jobs() for path in job.output
    )


CLIENT = wiring.client
OUT = wiring.out
EPOCH = wiring.epoch


def job(step):
    """The shell line of every job of a step."""
    return "python -SP {CLIENT:q} " + step + " {OUT} {params.job:q} > {log} 2>&1"
