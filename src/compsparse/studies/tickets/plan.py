"""The jobs of study ``tickets``: a pure function of its settings."""

from pydantic import Field, model_validator

from compsparse.studies.tickets.bounds import plan as bounds
from compsparse.studies.tickets.bounds.settings import BoundsTheme
from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.generalization import plan as generalization
from compsparse.studies.tickets.generalization.settings import GeneralizationTheme
from compsparse.studies.tickets.law import plan as law
from compsparse.studies.tickets.matrices import plan as matrices
from compsparse.studies.tickets.nulls import plan as nulls
from compsparse.studies.tickets.one_shot import plan as one_shot
from compsparse.studies.tickets.shared_settings import StudentSettings
from compsparse.studies.tickets.transformer import plan as transformer
from compsparse.studies.tickets.winning_tickets import plan as winning_tickets
from compsparse.studies.tickets.worlds import World
from workflow_engine.provenance.job import Job

# the law comes first of those that prune students: later themes go on from its tickets
_THEMES = (matrices, law, winning_tickets, one_shot, nulls, transformer, bounds, generalization)


class Settings(
    matrices.MatricesTheme,
    law.LawTheme,
    winning_tickets.TicketsTheme,
    one_shot.OneShotTheme,
    nulls.NullsTheme,
    transformer.TransformerTheme,
    BoundsTheme,
    GeneralizationTheme,
):
    """The section ``tickets`` of params.yaml, one subsection per experiment."""

    students: StudentSettings
    world: World = Field("none", description="what is missing from every target")

    @model_validator(mode="after")
    def _teachers_fit(self) -> "Settings":
        unequal = self.one_shot.generate.unequal_at
        for key, teachers in (
            ("law.generate.teachers", self.law.generate.teachers),
            ("one_shot.generate.unequal_at", [unequal]),
        ):
            for teacher in teachers:
                self.students.require_arity(key, teacher.arity)
        dense, inputs = self.winning_tickets.generate.dense, self.students.data.variables
        if dense.arity != inputs:
            raise ValueError(
                f"winning_tickets.generate.dense.arity: {inputs}, all inputs, not {dense.arity}"
            )
        for name, given in self.law.generate.own.items():
            for reads in given.constituents:
                self.students.require_inputs(f"law.generate.own.{name}", reads)
        return self

    @model_validator(mode="after")
    def _themes_go_on_from_the_law(self) -> "Settings":
        tickets, known = self.winning_tickets.generate, self.law.generate.teachers
        for key, teachers in (
            ("winning_tickets.generate.teachers", tickets.teachers),
            ("winning_tickets.generate.dense", [tickets.dense]),
            ("one_shot.generate.teachers", self.one_shot.generate.teachers),
            ("nulls.generate.teacher", [self.nulls.generate.teacher]),
        ):
            for teacher in teachers:
                if teacher not in known:
                    raise ValueError(
                        f"{key}: one of law.generate.teachers, "
                        f"{', '.join(other.cell for other in known)}, not {teacher.cell}"
                    )
        usual = self.students.training.width
        if usual in self.nulls.train.widths:
            raise ValueError(
                f"nulls.train.widths: other than {usual}, students.training.width, which is "
                f"trained anyway, not {self.nulls.train.widths}"
            )
        return self


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    return Collector(root_seed, scale, settings.students, settings.world).collect(_THEMES, settings)
