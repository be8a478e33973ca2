"""A user's program over whole columns, for type checkers; it is not run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

import entrostream as es
from entrostream.polars import entro

labels = ["a", "b", "b"]
codes: NDArray[np.int64] = np.array([1, 2, 2])
series = pl.Series(labels)

of_list: NDArray[np.float64] = es.rolling_entropy(labels, 2)
of_array: NDArray[np.float64] = es.rolling_gini(codes, 2, min_periods=1)
of_series: pl.Series = es.rolling_entropy(series, "10min", times=[1, 2, 3])
of_frame: pl.DataFrame = es.expanding_entropy(pl.DataFrame({"x": labels}))
faded: pl.Series = es.fading_entropy(series, alpha=0.9)
parts: Iterator[Any] = es.rolling_entropy(es.scan("events.parquet", "source"), 100)
by_clock = es.rolling_entropy(labels, "10min", times=[1, 2, 3], step="10min")

bits: float = es.entropy(labels)
same: float = es.gini(series, missing="label")
by_group = es.entropy(labels, by=["u", "u", "v"])

expression: pl.Expr = pl.col("x")
chosen = pl.DataFrame({"x": labels}).select(entro(expression).rolling_entropy(2))
