"""What surrounds a job: its environment variables, its home, and where its modules come from.

A job must not depend on whose machine it runs on. It sees the variables that are needed to run at
all (``_NAMES``, ``_PREFIXES``), those that params.yaml names in ``pass_environment``, and fixed
ones (``_fixed``); all others are left out, settings of libraries, languages and shells included.
Modules come from the installed environment and are the packages of ``src``, and never come from the
current folder; the user's configuration of libraries is out of sight, since the home is another
one.

What numerical libraries are told (``workflow_engine.numerics``) comes on top.
"""

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from workflow_engine.admission import (
    IsolationError,
    admit_packages_alone,
    require_packages_alone,
)
from workflow_engine.house import source_folder
from workflow_engine.numerics import SURROUNDINGS

# the names that params.yaml adds, for processes that do not read it
PASSED = "COMPSPARSE_PASS_ENVIRONMENT"
_DONE = "COMPSPARSE_ISOLATED"  # the process that has just been started anew for this

# where programs, temporary files and devices are, and who is asking
_NAMES = {
    *("PATH", "TMPDIR", "TMP", "TEMP", "USER", "LOGNAME"),
    *("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDA_HOME", "CUDA_PATH", "CUDA_CACHE_PATH"),
    *("NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES"),
    *("HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "ROCM_PATH", "GPU_DEVICE_ORDINAL"),
    "COMPSPARSE_CORES",  # how many a replication may use; decides no bytes
    PASSED,
    "__CF_USER_TEXT_ENCODING",  # macOS gives it to every process
}
# of the schedulers of clusters: where a job runs, and what it was given
_PREFIXES = ("SLURM_", "SLURMD_", "PBS_", "LSB_", "SGE_")

# some machines cannot load a library without them; where they are not asked for by name, no other
# library takes the place of the system's
_FOLDERS_OF_LIBRARIES = {
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"),
}

# libraries take settings from variables with these beginnings, and compute otherwise or stop
_SETTINGS = (
    *("ATEN_", "BLIS_", "CUBLAS_", "CUDNN_", "DNNL_", "DYLD_", "GLIBC_", "GOTO_", "KMP_", "LD_"),
    *("MALLOC_", "MATPLOTLIB", "MKL_", "MPL", "NPY_", "NUMBA_", "NUMEXPR_", "OMP_", "ONEDNN_"),
    *("OPENBLAS_", "PANDAS_", "PYTHON", "PYTORCH_", "SCIPY_", "TORCH_", "VECLIB_"),
)


def home_of_jobs(root: Path) -> Path:
    """Return the folder that jobs take for the user's home."""
    return root / ".snakemake" / "home"


def _fixed(root: Path) -> dict[str, str]:
    """Return the variables that have the same meaning in every job of a project."""
    home = home_of_jobs(root)
    return {
        **SURROUNDINGS,
        "PYTHONSAFEPATH": "1",
        "PYTHONNOUSERSITE": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_STATE_HOME": str(home / ".local/state"),
        "MATPLOTLIBRC": os.devnull,
        "MPLCONFIGDIR": str(home / ".cache/matplotlib"),  # its list of fonts takes time to make
    }


_FIXED = frozenset(_fixed(Path()))


def job_environment(outer: Mapping[str, str], root: Path) -> dict[str, str]:
    """Return the environment of the jobs of the project in ``root``, for processes of ``outer``.

    Applied to its own outcome, it changes nothing.
    """
    wanted = {*_NAMES, *outer.get(PASSED, "").split(",")}
    allowed = {
        name: value
        for name, value in outer.items()
        if (name in wanted or name.startswith(_PREFIXES)) and not decides(name)
    }
    return allowed | _fixed(root)


def decides(name: str) -> bool:
    """Say whether a variable is one that libraries take settings from, or that jobs have fixed.

    Results could depend on its value, which stands in no record: it is never passed on.
    """
    if name in _NAMES | _FOLDERS_OF_LIBRARIES:
        return False
    return name in _FIXED or name.startswith(_SETTINGS)


def job_command(root: Path, module: str, *arguments: str) -> list[str]:
    """Return the command by which a module of the project in ``root`` is the process of a job."""
    script = str(root / "src/workflow_engine/job_process.py")
    return [sys.executable, "-PS", script, module, *arguments]


def isolate(root: Path, arguments: Iterable[str]) -> None:
    """Return at once in a process that is isolated; become one that is otherwise.

    It must come before anything that decides bytes is imported. ``arguments`` are those of the
    command ``compsparse``.
    """
    done = os.environ.pop(_DONE, None) == str(os.getpid())
    environment = job_environment(os.environ, root)
    # -S: this process began as ``job_command`` says
    heeded = sys.flags.no_site and sys.flags.safe_path and not sys.flags.ignore_environment
    if done or (heeded and os.environ == environment):
        return
    sys.stdout.flush()
    sys.stderr.flush()
    # what is set at every start of Python, by an installed package, must not start this for ever
    environment[_DONE] = str(os.getpid())
    os.execve(sys.executable, job_command(root, "compsparse", *arguments), environment)


@contextlib.contextmanager
def nowhere(root: Path) -> Iterator[None]:
    """Be in a folder of jobs alone.

    Matplotlib, when it is loaded, takes settings from the current folder before all others.
    """
    folder = home_of_jobs(root)
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.chdir(folder):
        yield


class _Nothing:
    """Finds no module."""

    def find_spec(self, name: str, target: object = None) -> None:
        """Find nothing."""


def guard_main_process(root: Path) -> None:
    """Keep the user's modules and settings of libraries from the process that plans.

    Snakemake looks for modules in the folders of its files first, so that a file ``random.py``
    beside the Snakefile would be imported for Python's own.

    Raises:
        IsolationError: such a module is loaded already, or ``src`` holds one.
    """
    from sysconfig import get_paths

    forget_settings()
    require_packages_alone(source_folder())
    admit_packages_alone(source_folder())
    root = root.resolve()
    paths = get_paths()
    # the environment may lie in the checkout
    installed = {Path(paths[kind]).resolve() for kind in ("stdlib", "platlib", "purelib")}

    def foreign(path: Path) -> bool:
        if not path.is_relative_to(root) or path.is_relative_to(root / "src"):
            return False
        return not any(path.is_relative_to(place) for place in installed)

    def find_nothing(entry: str) -> _Nothing:
        if not foreign(Path(entry).resolve()):
            raise ImportError(f"{entry} is not for this finder.")  # Python then asks the next one
        return _Nothing()

    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and Path(file).suffix == ".py" and foreign(Path(file)):
            raise IsolationError(
                f"The module {name} was loaded from {file}, but modules come from the installed "
                "environment and from src only. Rename or move that file. Start snakemake by "
                "its own command, not by python -m snakemake, and without this folder in "
                "PYTHONPATH."
            )
    sys.path_hooks.insert(0, find_nothing)
    sys.path_importer_cache.clear()


def name_the_user() -> None:
    """Give a user without a name, as containers have them, the number for one.

    Snakemake asks for the name and would end without one.
    """
    import getpass

    try:
        getpass.getuser()
    except (KeyError, OSError):  # the second from Python 3.13 on
        os.environ["USER"] = str(os.getuid())


def forget_settings() -> None:
    """Take the settings of numerical libraries out of this process, before these are loaded.

    It is for processes that do no job: what they compute decides no bytes, but numpy refuses to be
    loaded under some settings.
    """
    if "numpy" in sys.modules:
        return
    for name in list(os.environ):
        if name.startswith(_SETTINGS) and not name.startswith(("DYLD_", "LD_", "PYTHON")):
            del os.environ[name]
