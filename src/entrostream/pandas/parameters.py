"""The descriptions of the parameters, in the words of pandas."""

from __future__ import annotations

from entrostream.columns.parameters import PER_ROW, WHOLE
from entrostream.docstrings import entries

__all__ = ["OF_ALL_ROWS", "OF_WINDOWS"]

# What differs from the column functions.
OF_WINDOWS = PER_ROW | entries(
    """
    window : int or span
        A number of rows, or a span of time as in pandas: "10min", "1D", a Timedelta or an
        offset of fixed length. A span needs an index of times, or `on`, which must be
        monotonic, as in pandas: where times decrease, a window extends up the rows. (For
        times in another order use `es.rolling`, which takes the rows in the order of their
        times.)
    min_periods : int, optional
        NaN where fewer rows of the window have a label, as in pandas: by default the window if it
        is a number of rows, else 1.
    on : name or column, optional
        The time of each row, in place of the index.
    rule : span
        "10min", "1D", a Timedelta; or "MS", "QS", "YS" for months, quarters and years.
        Lengths that do not divide a day count from 1970 on, weeks of seven days from Mondays.
    every : span, optional
        For a window that is a span: a value at each multiple of a length of time such as "10min",
        of the window that ends there; the result has these times as its index.
    group_by : name, column, or list of them, optional
        Each key has windows of its own rows; the result has the index of all rows. Rows without
        a key get NaN.
    weights : name or column, optional
        The weight of each row. A row of weight 0 is treated like one without a label.
    halflife : span or number, optional
        In which time a row loses half its weight, by an index of times or by `times`; or after
        how many rows. That of `pandas.ewm`.
    times : name or column, optional
        The time of each row, in place of the index, as in `pandas.ewm`.
    fading_factor : float, optional
        The weight of a row relative to the next one, above 0 and at most 1; it is 1 - alpha of
        `pandas.ewm`. Exactly one of fading_factor and halflife is given.
    x : name
        A column of the frame.
    y : name
        Another column of the frame.
    measures : name or list of names
        "entropy", "gini", "n", "distinct", "nats", "evenness", "perplexity", "renyi2",
        "inverse_simpson"; "effective_size" with exponential decay.
    reference_group_by : column or list of columns, optional
        The keys of the rows of the reference: each group of `group_by` is compared with the rows
        that have its keys.
    """
)
OF_ALL_ROWS = WHOLE | entries(
    """
    group_by : name, column, or list of them, optional
        One value for each group, as `groupby(...).agg(es.entropy)` gives it, in one pass. Rows
        without a key belong to no group.
    weights : name or column, optional
        How much each row counts. A row of weight 0 adds nothing.
    x : name
        A column of the frame.
    y : name
        Another column of the frame.
    """
)
