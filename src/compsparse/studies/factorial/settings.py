"""The parameters of study ``factorial``: one model per section of params.yaml, a module a theme.

What each value means for the science stands with the value in params.yaml; here stands what is
allowed.
"""

from compsparse.studies.factorial.approximation.settings import Approximation
from compsparse.studies.factorial.calibration.settings import Calibration
from compsparse.studies.factorial.compression.settings import Compression
from compsparse.studies.factorial.data_properties.settings import DataModel
from compsparse.studies.factorial.data_split.settings import DataSplit
from compsparse.studies.factorial.discussion.settings import Discussion
from compsparse.studies.factorial.estimation.settings import Estimation
from compsparse.studies.factorial.generalization.settings import Generalization
from compsparse.studies.factorial.single_pass.settings import SinglePassExperiments
from compsparse.studies.factorial.structure_search.settings import StructureSearch


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
