"""The embedding dimension (document 004, Figure 11)."""

from compsparse.statistics.evaluation import Evaluating, result_of
from compsparse.studies.factorial.calibration import choice

run = Evaluating(choice.evaluate, result_of(__name__))
