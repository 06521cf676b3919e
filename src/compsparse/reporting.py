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
    except _user_errors() as error:
        from compsparse.validation.printable import printable_lines

        print(printable_lines(f"compsparse: {error}"), file=sys.stderr)
        return 2


def _user_errors() -> tuple[type[Exception], ...]:
    from compsparse.artifacts.errors import ArtifactError
    from compsparse.comparison.errors import ComparisonError
    from compsparse.provenance.closure import ClosureError
    from compsparse.provenance.environment import PinError
    from compsparse.provenance.output_roots import AuditError
    from compsparse.provenance.plan import PlanError
    from compsparse.provenance.project import ProjectError
    from compsparse.provenance.runner import StepError
    from compsparse.provenance.storage import StorageError
    from compsparse.provenance.trace import TraceError
    from compsparse.validation.errors import InvalidFileError

    return (
        ArtifactError,
        AuditError,
        ClosureError,
        ComparisonError,
        InvalidFileError,
        PinError,
        PlanError,
        ProjectError,
        StepError,
        StorageError,
        TraceError,
    )
