"""A label's own code may change neither of two summaries that are compared or merged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import entrostream
from tests.labels.two_summaries import DEEDS

ROOT = Path(__file__).parents[2]
CASES = [
    (call, kind, side, deed)
    for kind, calls in {"Tally": ["==", "merge", "+"], "SlidingWindow": ["=="]}.items()
    for call in calls
    for side in ("left", "right")
    for deed in DEEDS
    if (call, side) != ("+", "left")  # a copy of the left one is at work there
]


@pytest.mark.parametrize(("call", "kind", "side", "deed"), CASES)
def test_summary_in_use_by_another_is_busy(call, kind, side, deed):
    """RuntimeError on either side, both unchanged, and the interpreter lives."""
    package = str(Path(entrostream.__file__).parents[1])
    result = subprocess.run(
        [sys.executable, "-m", "tests.labels.two_summaries", call, kind, side, deed],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": package},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (result.returncode, result.stderr) == (0, "")
