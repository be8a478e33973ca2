"""The pictures of results are drawn from the committed figures, and can be read."""

import pytest

pytest.importorskip("matplotlib")

from PIL import Image

from benchmarks.harness.pictures import DPI, WIDTH
from benchmarks.harness.results import FOLDER
from benchmarks.pictures import draw


def test_every_file_of_figures_has_a_picture_or_needs_none():
    """And no picture is of something else."""
    names = {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.csv")}

    expected = set(draw.DRAW) | draw.NOT_DRAWN

    assert {name for name in names if not name.startswith("quick/")} == expected


@pytest.mark.parametrize("name", draw.DRAW)
def test_pictures_are_those_of_the_figures(name):
    """`python benchmarks/run.py --redraw` draws those anew that are older."""
    with Image.open(draw.DOCS / f"{name}.png") as picture:
        assert picture.info[draw.SOURCE] == draw.digest(name)
        assert picture.width == WIDTH * DPI
        assert picture.convert("RGBA").getpixel((0, picture.height - 1))[3] == 0


@pytest.mark.parametrize("name", draw.DRAW)
def test_nothing_is_cut_off(name):
    """Legends, titles and labels lie within the picture; axes have units; no bars."""
    figure = draw.draw(name)
    figure.draw_without_rendering()
    box = figure.bbox.padded(1)

    for legend in figure.legends:
        extent = legend.get_window_extent()
        assert box.x0 <= extent.x0
        assert extent.x1 <= box.x1
        assert extent.y1 <= box.y1
    for ax in figure.axes:
        assert not ax.containers
        for text in ax.texts:
            assert text.get_window_extent().x1 <= box.x1, text.get_text()
    assert any(ax.get_xlabel() for ax in figure.axes)


@pytest.mark.parametrize("name", draw.DRAW)
def test_no_dot_is_outside_of_its_axes(name):
    """A faster run moves dots to the left, beyond the limits that were chosen for a slower one."""
    for ax in draw.draw(name).axes:
        low, high = sorted(ax.get_xlim())
        for line in ax.lines:
            if line.get_marker() not in ("None", None, ""):
                assert all(low < x < high for x in line.get_xdata())
