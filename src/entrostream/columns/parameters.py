"""What the parameters of the column functions mean, each written once."""

from __future__ import annotations

from entrostream.docstrings import complete, entries

__all__ = [
    "PER_ROW",
    "WHOLE",
    "expanding_function",
    "fading_function",
    "per_row_function",
    "whole_function",
]

# Of functions that give a value for each row.
PER_ROW = entries(
    """
    values : column or frame
        Labels of any kind, or the characters of a string; each column of a frame is measured
        separately, except those named as times, group_by or weights. Or chunks of either, from an
        iterator or a file (see `scan`): then the result is an iterator over the results of the
        chunks, with the same bits.
    x : column or name
        Labels; a name is that of a column of `frame`.
    y : column or name
        The labels of the same rows in another column.
    window : int or span
        A number of rows, or a span of time ("10min", timedelta) with `times`. Months, quarters
        and years follow the calendar: "1mo" reaches back to the same day of the month before,
        or its last.
    frame : frame or chunks of frames, optional
        Has the columns `x` and `y`, and those that `times` and `group_by` name.
    measures : name or several names
        One gives a column, several a frame: "entropy", "gini", "n", "distinct", "nats",
        "evenness", "perplexity", "renyi2" (Renyi entropy of order 2) and "inverse_simpson"
        (the effective number of labels).
    times : column or name, optional
        The time of each row, for a span; by default a pandas index of times. Times may be in
        any order: rows are processed in the order of their times, so that a window reaches back
        in time also where the times of the rows decrease (in pandas it extends up the rows
        there, and so it does in `entrostream.pandas`). Rows of equal times: as in pandas, and
        for Polars as in Polars.
    min_periods : int, optional
        NaN (null) where fewer rows of the window have a label. By default the window if it is a
        number of rows, as in pandas: the first rows have NaN, while a `SlidingWindow` that is not
        yet full has the value of what it holds, which is `min_periods=1`. By default 1 if the
        window is a span. With 0, "n" and "distinct" of no labels are 0; the other measures are
        NaN.
    step : int, optional
        Only every step-th row gets a value, as in pandas.
    every : span, optional
        For a window that is a span: a value at each multiple of a length of time ("10min", "1d",
        "1mo"), of the window that ends there, also where there is no row. The result has these
        times: as the index of a Series or a frame of pandas, as a column of a frame of Polars or
        Arrow, in a dict of arrays for arrays and lists. (`es.entropy(..., every="10min")`
        measures the intervals themselves.)
    center : bool, default False
        Whether the window lies around its row, as in pandas.
    closed : {"right", "both", "left", "neither"}, optional
        Which ends belong to the window, as in pandas; by default "right".
    group_by : column, name, or several in a tuple, a list, a frame; optional
        Windows hold only rows of the same key; the result has a value for each row. Rows
        without a key get NaN.
    weights : column or name, optional
        The weight of each row. A row of weight 0 is treated like one without a label.
    bins : int or edges, optional
        Numbers count as the bin they fall into, see `quantile_edges`.
    missing : {"skip", "raise", "label"}, default "skip"
        A row without a value occupies a row of the window and adds nothing; or is an error; or
        None is a label. A missing weight is treated like a missing label with "skip", else it
        is an error.
    base : float, default 2
        The base of the logarithms, above 1: 2 gives bits, `math.e` nats. The values in bits
        divided by log2(base). Only amounts of information depend on it: "entropy" and "renyi2"
        among several measures.
    threads : int, optional
        How many to use; by default as many as pay. The same bits with any number.
    lateness : span, optional
        Over chunks, how far times may go back ("1h"), as in a `TimeWindow`: rows and their
        results are held until no earlier row can follow. Without it times over chunks must be
        in order.
    late : {"raise", "drop"}, default "raise"
        Rows that are later raise an error, or are ignored and get NaN.
    fading_factor : float, optional
        The weight of a row relative to the next one, above 0 and at most 1; 1 does not fade. It
        is 1 - alpha of `ewm` in pandas and Polars. Exactly one of fading_factor and half_life is
        given.
    half_life : span or number, optional
        In which time a row loses half its weight ("5min", timedelta), with `times`; or, as a
        number, after how many rows.
    reference : column, frame, mapping or "previous"
        A fixed sample of labels, or for a frame one with the same columns; or for each row
        the window before its window: as long, ending where that begins. With `group_by`, a
        mapping of keys to samples: each group has its own.
    reference_group_by : column, name, or several as in `group_by`; optional
        The keys of the rows of the reference: each group of `group_by` is compared with the rows
        that have its keys. A group that has none gets NaN (null).
    method : {"jensen-shannon", "kullback-leibler"}, default "jensen-shannon"
        Symmetric and at most 1 bit; or what coding the window by the shares of the reference
        costs beyond its entropy, per row.
    weighting : {"equal", "rows"}, default "equal"
        Jensen-Shannon: both sides count alike, or each by its number of rows. By rows it is
        the mutual information of label and side, 0 to the entropy of the two numbers.
    unseen : "inf" or float, default "inf"
        Kullback-Leibler: the rule for labels that the reference lacks. They cost infinitely
        much; or they are one label, and each of the K labels of the reference and this one
        count as if seen s times more: q = (d + s) / (m + s (K + 1)), where a label has d
        of the m rows. From 1e-18 to 1e8.
    """
)

# Of functions that give a value of all rows so far.
EXPANDING = PER_ROW | entries(
    """
    min_periods : int, default 1
        NaN (null) where fewer rows so far have a label. With 0, "n" and "distinct" of no labels
        are 0; the other measures are NaN.
    group_by : column, name, or several in a tuple, a list, a frame; optional
        All rows so far of the same key; the result has a value for each row. Rows without a key
        get NaN.
    missing : {"skip", "raise", "label"}, default "skip"
        A row without a value adds nothing; or is an error; or None is a label. A missing weight
        is treated like a missing label with "skip", else it is an error.
    """
)

# Of functions with exponential decay.
FADING = EXPANDING | entries(
    """
    measures : name or several names
        One gives a column, several a frame: those of `rolling`, and "effective_size".
    times : column or name, optional
        The time of each row, for a half-life that is a span; by default a pandas index of times.
        Times may be in any order: rows are processed in the order of their times.
    group_by : column, name, or several in a tuple, a list, a frame; optional
        The rows of each key decay separately, by their own number or times; the result has a
        value for each row. Rows without a key get NaN.
    missing : {"skip", "raise", "label"}, default "skip"
        A row without a value ages the others and adds nothing, as in pandas'
        `ewm(ignore_na=False)`; or is an error; or None is a label.
    threads : int, optional
        How many to use for groups; by default as many as pay.
    """
)

# Of functions that give one value for a column, or for each group or interval of its rows.
WHOLE = PER_ROW | entries(
    """
    values : column or frame
        Labels of any kind; or chunks of either, from an iterator or a file (see `scan`).
    group_by : column, name, or several in a tuple, a list, a frame; optional
        One value for each group of rows with the same keys: a Series or a frame of pandas with
        the keys as its index, a frame of Polars or Arrow with columns of keys, a dict for
        arrays and lists. Rows without a key belong to no group.
    every : span, optional
        One value for each interval of time, such as "10min", "1d" or "1mo", with `times`. An
        interval begins at a multiple of its length and excludes its end, as in Polars'
        `group_by_dynamic` and pandas' `resample`. The result has the time at which each
        interval begins; intervals without rows have NaN (null). Weeks begin on Mondays. With
        `group_by` each group has the intervals from its first row to its last.
    times : column or name, optional
        The time of each row, in any order (over chunks in order); by default a pandas index of
        times.
    weights : column or name, optional
        How much each row counts. A row of weight 0 adds nothing.
    missing : {"skip", "raise", "label"}, default "skip"
        What to do with None, NaN, NaT and null: ignore the row, raise an error, or count them as
        one label. A row with a missing weight is ignored with "skip", else an error.
    base : float, default 2
        The base of the logarithms, above 1: 2 gives bits, `math.e` nats. The value in bits
        divided by log2(base).
    memory : int or str, optional
        Estimate the value with a sketch of this size, such as "64KiB", instead of counting all
        labels: see EntropySketch and GiniSketch. With `group_by` there is a sketch for each
        group, which takes only as much as its labels need. Exact while they fit.
    reference : column, frame or mapping
        A sample of labels, or for a frame one with the same columns; or with `group_by` a mapping
        of keys to samples.
    bins : int or edges, optional
        Numbers count as the bin they fall into, see `quantile_edges`.
    """
)

per_row_function = complete(PER_ROW)
expanding_function = complete(EXPANDING)
fading_function = complete(FADING)
whole_function = complete(WHOLE)
