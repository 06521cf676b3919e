# Set-up of every call, and table of contents. Rules are names and wiring; parameters stand in
# params.yaml, science in src/.
#
#   snakemake --cores 8                            every figure, table and verdict
#   snakemake factorial                            one study
#   snakemake factorial_single_pass                one result
#   snakemake -n                                   what would run, and why nothing if nothing
#   snakemake --config scale=smoke                 another scale, in results/.scratch/smoke
#   snakemake replication                          every study again at other root seeds, verdicts compared
#   snakemake worlds                               every claim again where a structure is taken away
import gc
import os
import sys
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger
from snakemake.utils import min_version

min_version("9.27")

# hundreds of thousands of objects are made here and hardly one is garbage
gc.freeze()
gc.set_threshold(100_000)

# the code that is digested must be the code that runs, whatever is installed
sys.path.insert(0, str(Path(workflow.basedir) / "src"))
# and what a cluster's node starts
os.environ["PYTHONPATH"] = str(Path(workflow.basedir) / "src")
os.environ["PYTHONSAFEPATH"] = "1"
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

# before any other import: a module beside the Snakefile would come before Python's own
from workflow_engine.admission import IsolationError
from workflow_engine.isolation import PASSED, guard_main_process, name_the_user

name_the_user()
try:
    guard_main_process(Path(workflow.basedir))
except IsolationError as error:
    raise WorkflowError(str(error))

from workflow_engine import interruption

# Snakemake's own answers to Ctrl-C and SIGTERM flood and hang
stopping = interruption.prepare(interruption.RUN)

from workflow_engine.costs import requests
from workflow_engine.costs.partition import limits_of_slurm
from workflow_engine.provenance.closure import ClosureError
from workflow_engine.provenance.command_line import Kind, read_command_line
from workflow_engine.provenance.environment import PinError
from workflow_engine.provenance.plan import PlanError
from workflow_engine.provenance.storage import StorageError
from workflow_engine.validation.errors import InvalidFileError
from workflow_engine.wiring import Wiring

try:
    wiring = Wiring.load(config)
    os.environ[PASSED] = ",".join(wiring.configuration.pass_environment)
    # cluster jobs and the jobs of one run parse this file again: only the main process synchronizes
    if workflow.is_main_process:
        # `workflow.dryrun` and the targets are set after this file was parsed only
        call = read_command_line(sys.argv[1:])
        if call.refused:
            raise WorkflowError(call.refused)
        wiring.synchronize(call)
        cores = workflow.resource_settings.cores or os.cpu_count()
        # the display takes them from the record: docs/costs.md
        costs = {}
        if call.kind is Kind.DRY_RUN:
            costs = {"estimator": wiring.estimator(cores)}
        elif call.kind is Kind.RUN and call.executor is None:
            costs = {"meter": wiring.meter(cores)}
            wiring.start_job_servers()
        if call.executor == "slurm":
            wiring.limits = limits_of_slurm(call.partition)
        logger.info(
            "What jobs are measured to cost stands in workflow/costs.",
            extra={**costs, "stopping": stopping},
        )
except (ClosureError, InvalidFileError, PinError, PlanError, StorageError) as error:
    raise WorkflowError(str(error))


onstart:
    if workflow.local_exec:
        # The limit of 100 starts a second leaves a timer behind at each end of a job, which has all ready jobs looked at
        # again every second for the rest of the run: minutes of CPU over hundreds of jobs.
        workflow.scheduler.job_rate_limiter = None
    # the scheduler has set a handler of its own meanwhile
    interruption.prepare(
        interruption.RUN,
        cancel=None if workflow.local_exec else workflow.scheduler._executor.cancel,
    )
    # what will run is known now only, and nothing is loaded for what will not
    wiring.announce(
        str(path) for job in workflow.dag.needrun_jobs() for path in job.output
    )


PYTHON = sys.executable
CLIENT = wiring.client
OUT = wiring.out
EPOCH = wiring.epoch
# the shell line of every job
JOB = "{PYTHON:q} -IBS {CLIENT:q} {params.step} {OUT:q} {params.job:q} > {log:q} 2>&1"


include: "workflow/rules/studies.smk"
include: "workflow/rules/on_request.smk"


rule all:
    default_target: True
    input:
        [wiring.unfinished_targets(study) for study in wiring.configuration.studies],
        epoch=EPOCH,
