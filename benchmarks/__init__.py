"""Measurements, never part of the tests: each prints what it measured beside what it is compared with."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does: threads only wait for each other on 300 rows
