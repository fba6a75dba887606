"""Measurements, never part of the tests: each prints what it measured beside what it is compared with."""

from indexer.process import prepare

prepare()  # as the program does
