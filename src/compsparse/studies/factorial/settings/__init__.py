"""The parameters of study ``factorial``: one model per section of params.yaml, a module a theme.

What each value means for the science stands with the value in params.yaml; here stands what is
allowed.
"""

from compsparse.studies.factorial.settings.approximation import Approximation
from compsparse.studies.factorial.settings.calibration import Calibration
from compsparse.studies.factorial.settings.compression import Compression
from compsparse.studies.factorial.settings.data_model import DataModel
from compsparse.studies.factorial.settings.data_split import DataSplit
from compsparse.studies.factorial.settings.discussion import Discussion
from compsparse.studies.factorial.settings.estimation import Estimation
from compsparse.studies.factorial.settings.generalization import Generalization
from compsparse.studies.factorial.settings.single_pass import SinglePassExperiments
from compsparse.studies.factorial.settings.structure_search import StructureSearch


class Settings(
    DataModel,
    Approximation,
    Estimation,
    StructureSearch,
    SinglePassExperiments,
    Compression,
    Generalization,
    DataSplit,
    Calibration,
    Discussion,
):
    """The section ``factorial`` of params.yaml, one subsection per experiment."""
