"""Plots of streams with Matplotlib: measures over time, and the composition of windows.

>>> from entrostream import plot
>>> labels = ["a", "b"] * 50 + ["c"] * 50
>>> axes = plot.trace(es.SlidingWindow(20).trace(labels), changes=[100])
>>> [ax.get_ylabel() for ax in axes]
['entropy (bits)', 'Gini index']
>>> axes = plot.labels(labels, 20)
>>> [ax.get_ylabel() for ax in axes]
['entropy (bits)', 'share of events']

Both return their axes and never open a window: a notebook shows the figure, a script
calls `axes[0].figure.savefig("stream.png")`.
"""

try:
    import matplotlib as _matplotlib  # noqa: F401
except ImportError as error:
    raise ImportError(
        'entrostream.plot needs Matplotlib: pip install "entrostream[plot]"'
    ) from error

from entrostream.plot.labels_picture import labels
from entrostream.plot.trace_picture import trace

__all__ = ["labels", "trace"]


def __dir__() -> list[str]:
    return __all__
