"""Code that tests and benchmarks share: real servers, generated sites and archives, hostile inputs, simulated sites, invariants."""
