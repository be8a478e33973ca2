"""What a picture shows, read back from its axes."""

import numpy as np


def line(ax):
    """Return x and y of the only line."""
    (drawn,) = ax.lines
    return drawn.get_xdata(), drawn.get_ydata()


def marks(ax):
    """Return where the changes are marked, as numbers of the axis."""
    (drawn,) = (each for each in ax.collections if each.get_gid() == "changes")
    for segment in drawn.get_segments():
        assert segment[0][0] == segment[1][0]
        assert (segment[0][1], segment[1][1]) == (0, 1)
    return [segment[0][0] for segment in drawn.get_segments()]


def detections(ax):
    """Return where changes are marked as found, as numbers of the axis."""
    (drawn,) = (each for each in ax.collections if each.get_gid() == "found")
    return drawn.get_offsets()[:, 0].tolist()


def widths(ax):
    """Return how thick the marks of the changes are."""
    (drawn,) = (each for each in ax.collections if each.get_gid() == "changes")
    return list(drawn.get_linewidth())


def areas(ax):
    """Return the areas by their names."""
    drawn = (each for each in ax.collections if each.get_gid() != "changes")
    return {each.get_label(): each for each in drawn}


def heights_at(ax, x):
    """Return how high each area is at one x, by its name; those without height are left out."""
    result = {}
    for name, area in areas(ax).items():
        for path in area.get_paths():
            ys = crossings(path.vertices, x)
            if len(ys):
                result[name] = result.get(name, 0.0) + max(ys) - min(ys)
    return {name: height for name, height in result.items() if height > 0}


def crossings(vertices, x):
    """Return where the border of an area crosses a vertical line that hits no corner."""
    left, right = vertices[:-1], vertices[1:]
    hit = (left[:, 0] - x) * (right[:, 0] - x) < 0
    share = (x - left[hit, 0]) / (right[hit, 0] - left[hit, 0])
    return left[hit, 1] + share * (right[hit, 1] - left[hit, 1])


def legend(ax):
    """Return the names in the legend, from the bottom up."""
    return [text.get_text() for text in ax.get_legend().get_texts()][::-1]


def days(times):
    """Return dates as Matplotlib counts them: days since 1970."""
    return np.asarray(times, dtype="datetime64[ns]").astype(np.int64) / 86_400e9
