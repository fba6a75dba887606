"""A search server on this machine, for tests and for trying: assembled from Maven once, on loopback, in a directory of its own."""
