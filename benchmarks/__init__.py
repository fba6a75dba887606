"""Measurements, never part of the tests: each prints what it measured beside what it is compared with."""
