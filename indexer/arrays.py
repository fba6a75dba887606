"""The arrays that the learning floors calculate with; their shapes stand in the docstrings of those who take and give them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
