"""A Slurm of two nodes on this machine, for as long as a test needs it."""

import os
import secrets
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.patience import eventually

# whatever starts a job step drops SLURM_CONF, so that the file must lie where Slurm looks for it
CONFIGURATION = Path("/etc/slurm/slurm.conf")
PROGRAMS = (
    "setpriv",
    "unshare",
    "munged",
    "slurmctld",
    "slurmd",
    "sbatch",
    "srun",
    "squeue",
    "scontrol",
    "scancel",
)
NODES = ("n1", "n2")
MEMORY = 8000  # MB of a node
_PATIENCE = 120.0
# whatever runs on a node ends with it: Slurm itself loses track of a process whose parent has ended
_CONFINED = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc")
_OURS = "# written by tests/cluster"
_SETTINGS = """\
{ours}
ClusterName=test
SlurmUser=root
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={controller}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=20
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdSpoolDir={folder}/spool_%n
SlurmdPidFile={folder}/slurmd_%n.pid
SlurmdLogFile={folder}/slurmd_%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000,bf_interval=2
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill,UsePss
AccountingStorageType=accounting_storage/none
ReturnToService=2
MinJobAge=3600
# how long a busy machine may take to answer, or to end what was told to end
MessageTimeout=90
TCPTimeout=60
SlurmdTimeout=300
KillWait=120
UnkillableStepTimeout=600
SlurmdParameters=config_overrides
{nodes}
PartitionName=main Nodes={names} Default=YES MaxTime=60 State=UP
"""


def objection() -> str | None:
    """Return why no Slurm can be started here, or None."""
    lacking = [program for program in PROGRAMS if shutil.which(program) is None]
    if lacking:
        return f"{', '.join(lacking)} not installed"
    if os.geteuid() != 0:
        return "only root may start Slurm's daemons"
    if subprocess.run((*_CONFINED, "true"), capture_output=True, check=False).returncode:
        return "no process namespaces, and steps may outlive their node"
    # a killed test leaves its file behind
    if CONFIGURATION.exists() and not CONFIGURATION.read_text().startswith(_OURS):
        return f"{CONFIGURATION} exists: this machine has a Slurm already"
    return None


class Slurm:
    """Commands to a Slurm that runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._daemons: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start munge, the controller and the nodes; wait until both nodes are idle."""
        (self.folder / "state").mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o600)
        names = {"key": "key-file", "socket": "socket", "pid": "pid-file"}
        names |= {"log": "log-file", "seed": "seed-file"}
        paths = [f"--{option}={self.folder}/munge.{name}" for name, option in names.items()]
        # --force: who owns the folders above is no matter in a test
        self._daemon("munged", "--foreground", "--force", *paths)
        assert eventually((self.folder / "munge.socket").exists, _PATIENCE)
        controller, *ports = _free_ports(1 + len(NODES))
        nodes = [
            f"NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs=2 "
            f"RealMemory={MEMORY}"
            for name, port in zip(NODES, ports, strict=True)
        ]
        CONFIGURATION.write_text(
            _SETTINGS.format(
                ours=_OURS,
                folder=self.folder,
                controller=controller,
                nodes="\n".join(nodes),
                names=",".join(NODES),
            )
        )
        self._daemon("slurmctld", "-D", "-i")
        for name in NODES:
            self._daemon(*_CONFINED, "slurmd", "-D", "-N", name)
        idle = lambda: self("sinfo", "-h", "-o", "%D %t") == f"{len(NODES)} idle"  # noqa: E731
        assert eventually(idle, _PATIENCE), self("sinfo")

    def stop(self) -> None:
        """Cancel all jobs and end all daemons."""
        with suppress(OSError):
            self("scancel", "--user=root")
            eventually(lambda: not self.queue(), _PATIENCE)
        for daemon in reversed(self._daemons):
            daemon.kill()
            daemon.wait()
        CONFIGURATION.unlink(missing_ok=True)

    def __call__(self, *command: str) -> str:
        """Return what a command of Slurm says."""
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        return done.stdout.strip()

    def tell(self, *command: str) -> None:
        """Have Slurm do something, which it does not refuse."""
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def queue(self) -> list[str]:
        """Return the numbers of the jobs that wait or run."""
        return self("squeue", "-h", "-o", "%i").split()

    def state(self, job: str) -> str:
        """Return a job's state in Slurm's word."""
        return self("squeue", "-h", "--states=all", "-o", "%T", "-j", job)

    def _daemon(self, *command: str) -> None:
        with (self.folder / f"{command[0]}_{len(self._daemons)}.said").open("wb") as said:
            self._daemons.append(
                subprocess.Popen(
                    # nothing is left, however the test ends
                    ("setpriv", "--pdeathsig=KILL", *command),
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                    start_new_session=True,  # Ctrl-C ends them last
                    env={**os.environ, "TMPDIR": str(self.folder)},
                )
            )


@contextmanager
def running_slurm(folder: Path) -> Iterator[Slurm]:
    """Have a Slurm whose files lie in a folder."""
    slurm = Slurm(folder)
    try:
        slurm.start()
        yield slurm
    finally:
        slurm.stop()


def _free_ports(count: int) -> list[int]:
    held = [socket.socket() for _ in range(count)]
    for one in held:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports
