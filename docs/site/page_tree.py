"""The tree of pages, read from the lists of links on the index pages.

A Markdown list on an index page is what a reader of the repository sees, and the menu of the site:
no page is listed twice. A page that no list names is an error of the build.
"""

import re
from pathlib import PurePosixPath

from api_pages import MODULES

LINK = re.compile(r"^- (?:\*\*)?\[([^\]]+)\]\(([^)#:]+)\.(?:md|ipynb)\)", re.MULTILINE)
ORPHAN = "---\norphan: true\n---\n"


def setup(app):
    """Change pages as they are read; the files stay as they are."""
    app.connect("source-read", add_tree)
    return {"parallel_read_safe": True}


def add_tree(app, page, source):
    """Append the tree of an index page, and tell Sphinx which pages belong to none."""
    path = PurePosixPath(page)
    if path.name == "index":
        source[0] += toctree([f"{title} <{file}>" for title, file in LINK.findall(source[0])])
    elif page == "docs/reference/api":
        source[0] += toctree([f"../api/{name}" for name in MODULES])
    elif path.parts[0] != "docs" and page not in ("CHANGELOG", "CONTRIBUTING"):
        source[0] = ORPHAN + source[0]


def toctree(pages):
    """Return a hidden tree of pages, in Markdown; a page may have a title before its path."""
    return "\n\n```{toctree}\n:hidden:\n\n" + "\n".join(pages) + "\n```\n"
