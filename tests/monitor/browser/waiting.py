"""Waiting for what a page computes.

Playwright's own `wait_for_function` evaluates a string in the page, which the page's
Content-Security-Policy forbids; `evaluate` goes through the debugger, and is not concerned.
"""

import time

SECONDS = 20  # a machine that builds C++ at the same time is slow


def until(page, expression, arg=None):
    """Wait until a JavaScript expression, or a function of `arg`, gives something true."""
    end = time.monotonic() + SECONDS
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, f"still not: {expression} with {arg}"
        page.wait_for_timeout(50)


def wait_for_chart(page):
    """Wait until the chart has points."""
    until(page, "plots.length === 2 && plots[0].data[0].length > 0")
