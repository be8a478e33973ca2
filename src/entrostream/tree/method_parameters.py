"""What the parameters of the methods of trees mean, each written once, and what they raise."""

from __future__ import annotations

from entrostream.docstrings import complete, entries

__all__ = [
    "describing_method",
    "drawing_method",
    "fitted_method",
    "learning_estimator",
    "learning_method",
    "of_tree",
    "plotting_method",
    "row_method",
]

SHARED = entries(
    """
    x : dict
        The values of the attributes by their names. None, NaN and what is not there are missing.
    X : frame of pandas, Polars or Arrow, NumPy matrix, or dict of columns
        Columns of numbers are numeric, all others nominal; columns of objects by their first
        value. The columns of a matrix are named 0, 1, 2, ...
    y : column
        The class of each row.
    kwargs : dict
        Not used; river's interface has it.
    weights : column, optional
        Importances, or frequencies, by the parameter `weight_type`; 0 leaves a row out.
    sample_weight : array, optional
        How much each row matters, or, with `weight_type="frequency"`, how many equal rows it stands
        for; 0 leaves it out.
    ax : Axes, optional
        Where to draw; labels get smaller if they must. By default a new figure, as large as the
        tree needs.
    max_depth : int, optional
        The number of levels to show; 0 shows the root alone. By default all.
    max_leaves : int, optional
        The largest number of lines; nodes with few rows are cut first. By default 300, or as many
        as `ax` has room for. Above 3,000 save the picture as PDF or SVG: a PNG of 100 dots per inch
        would be too high.
    max_branches : int
        The largest number of branches of a node: the values with the fewest rows share one.
    """
)
BUSY = """\
RuntimeError
    If the tree is at work in another thread, or in a call that runs a label's own code.
"""
ROWS = """\
TypeError
    If the rows are not as described, or a value is not of the kind of its attribute, numeric or
    nominal.
"""
LEARNING = """\
ValueError
    If a class is missing, a weight or a time is not as described, columns differ in length, or
    `memory_limit` has no room for a new class. Nothing is learned then.
"""
SIZES = """\
ValueError
    If a number of levels, leaves or branches is not an integer, or too small.
"""
DRAWING = """\
ImportError
    If the Python package graphviz is not installed.
"""
PLOTTING = """\
ImportError
    If Matplotlib is not installed.
"""
ESTIMATOR = """\
TypeError, ValueError
    If a parameter, the rows, the classes or the weights are not as described. Nothing is learned
    then.
"""
FITTED = """\
ValueError
    If the estimator is not fitted (scikit-learn's NotFittedError), or the rows are not as
    described.
"""

of_tree = complete(SHARED, raises=BUSY)
describing_method = complete(SHARED, raises=SIZES + BUSY)
row_method = complete(SHARED, raises=ROWS + BUSY)
learning_method = complete(SHARED, raises=ROWS + LEARNING + BUSY)
drawing_method = complete(SHARED, raises=DRAWING + BUSY)
plotting_method = complete(SHARED, raises=PLOTTING + SIZES + BUSY)
learning_estimator = complete(SHARED, raises=ESTIMATOR)
fitted_method = complete(SHARED, raises=FITTED)
