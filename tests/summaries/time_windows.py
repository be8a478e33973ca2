"""Time windows that tests begin with."""

import entrostream as es


def window_with(span, labels, times, **options):
    """Return a window that saw these labels at these times."""
    window = es.TimeWindow(span, **options)
    window.update_many(labels, times=times)
    return window
