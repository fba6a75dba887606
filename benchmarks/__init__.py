"""Benchmarks, which are not part of the tests: each prints its figures beside those of a reference."""

from indexer.process import prepare

prepare()  # benchmarks run with the process settings of the `winnow` command
