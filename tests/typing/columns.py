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
faded: pl.Series = es.fading_entropy(series, fading_factor=0.9)
parts: Iterator[Any] = es.rolling_entropy(es.scan("events.parquet", "source"), 100)
by_clock = es.rolling_entropy(labels, "10min", times=[1, 2, 3], every="10min")

bits: float = es.entropy(labels)
same: float = es.gini(series, missing="label")
by_group = es.entropy(labels, group_by=["u", "u", "v"])
nats: float = es.entropy(labels, base=2.718281828459045)
in_base: NDArray[np.float64] = es.rolling_entropy(labels, 2, base=10, closed="both", late="drop")
several = es.rolling(labels, 2, measures=["entropy", "n"], missing="raise")
fading = es.fading(series, half_life=2, measures="effective_size")
far = es.divergence(labels, labels, method="kullback-leibler", unseen=1.0)

expression: pl.Expr = pl.col("x")
chosen = pl.DataFrame({"x": labels}).select(entro(expression).rolling_entropy(2))
