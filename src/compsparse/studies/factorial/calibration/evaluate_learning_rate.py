"""The initial learning rate of short runs, equal in compute (document 004, Figure 16)."""

from compsparse.statistics.evaluation import Evaluating, result_of
from compsparse.studies.factorial.calibration import choice

run = Evaluating(choice.evaluate, result_of(__name__))
