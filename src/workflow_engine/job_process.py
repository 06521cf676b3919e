"""Be the process of a job, or of job servers: ``python -PS job_process.py MODULE ARGUMENT ...``.

Python has not looked for installed packages yet (``-S``), so nothing of them, nothing of the
user's and nothing of ``src`` has been imported: Python's own modules come first, and of ``src``
the packages alone are ever found, ``sitecustomize`` included that the set-up would import.
"""

import runpy
import site
import sys
from pathlib import Path

if __name__ == "__main__":
    _source = Path(__file__).resolve().parents[1]
    sys.path.append(str(_source))
    from workflow_engine.admission import admit_packages_alone

    admit_packages_alone(_source)
    site.main()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
