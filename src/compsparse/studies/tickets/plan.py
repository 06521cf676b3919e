"""The jobs of study ``tickets``: a pure function of its settings."""

from pydantic import Field

from compsparse.provenance.job import Job
from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.law import plan as law
from compsparse.studies.tickets.matrices import plan as matrices
from compsparse.studies.tickets.nulls import plan as nulls
from compsparse.studies.tickets.one_shot import plan as one_shot
from compsparse.studies.tickets.shared_settings import StudentSettings
from compsparse.studies.tickets.winning_tickets import plan as winning_tickets
from compsparse.studies.tickets.worlds import World

# the law comes first of those that prune students: later themes go on from its tickets
_THEMES = (matrices, law, winning_tickets, one_shot, nulls)


class Settings(
    matrices.MatricesTheme,
    law.LawTheme,
    winning_tickets.TicketsTheme,
    one_shot.OneShotTheme,
    nulls.NullsTheme,
):
    """The section ``tickets`` of params.yaml, one subsection per experiment."""

    students: StudentSettings
    world: World = Field("none", description="what is missing from every target")


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    return Collector(root_seed, scale, settings.students, settings.world).collect(_THEMES, settings)
