"""Sketches of the recent part of a stream: windows of time and exponential decay.

Both consist of compiled sketches, which do all the work: see EntropySketch.
"""

from entrostream.sketches.fading_sketch import FadingSketch
from entrostream.sketches.sketch_window import SketchWindow

__all__ = ["FadingSketch", "SketchWindow"]
