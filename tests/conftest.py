"""For all tests: annotated shapes and types are checked, and every run tests the same cases."""

import os

from hypothesis import HealthCheck, settings

from tests.annotations import check_annotations
from tests.signals import heed_signals
from workflow_engine.numerics import environment_variables

# torch computes as for committed results: it is loaded after this (a plugin has loaded numpy)
os.environ.update(environment_variables("portable"))

heed_signals()

# must come before any module of the package is imported
check_annotations()

# the same examples everywhere, and no limit on time: a loaded machine must not fail a test
slow = [HealthCheck.too_slow]
settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=slow)
settings.load_profile("repeatable")
