"""What a user is told of errors that a user can cause: one line, and exit code 2.

The errors' modules are imported only when there is one to tell: a job must start quickly.
"""

import os
import sys
from collections.abc import Callable


def reported(work: Callable[[], int]) -> int:
    """Do some work and return its exit code; errors of the user's become a line and exit code 2."""
    try:
        code = work()
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # the reader (`| head`) has seen enough; Python would complain once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except user_errors() as error:
        from workflow_engine.validation.printable import printable_lines

        print(printable_lines(f"compsparse: {error}"), file=sys.stderr)
        return 2


def user_errors() -> tuple[type[Exception], ...]:
    """Return the errors that a user can cause and cure."""
    from workflow_engine.admission import IsolationError
    from workflow_engine.artifacts.errors import ArtifactError
    from workflow_engine.provenance.closure import ClosureError
    from workflow_engine.provenance.environment import PinError
    from workflow_engine.provenance.output_roots import AuditError
    from workflow_engine.provenance.plan import PlanError
    from workflow_engine.provenance.project import ProjectError
    from workflow_engine.provenance.runner import StepError
    from workflow_engine.provenance.storage import StorageError
    from workflow_engine.provenance.trace import TraceError
    from workflow_engine.validation.errors import InvalidFileError

    return (
        ArtifactError,
        AuditError,
        ClosureError,
        InvalidFileError,
        IsolationError,
        PinError,
        PlanError,
        ProjectError,
        StepError,
        StorageError,
        TraceError,
    )
