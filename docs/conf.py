"""Sphinx's settings for the documentation site: `make docs` builds it, offline.

The source folder is the root of the repository, so that links between pages, results of benchmarks
and examples are the same files here and on a forge that renders Markdown.
"""

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer

import entrostream as es

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "docs" / "site"))

project = "entrostream"
author = "The entrostream developers"
copyright = author
version = release = es.__version__

root_doc = "docs/index"
include_patterns = [
    "docs/**",
    "benchmarks/results/**.md",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
]
exclude_patterns = ["docs/site", "**.ipynb_checkpoints"]
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "api_pages",
    "code_blocks",
    "code_links",
    "notebook_pages",
    "page_tree",
    "python_signatures",
    "stub_signatures",
]

myst_heading_anchors = 4
smartquotes_action = "D"  # only dashes: values such as "raise" are copied into code
default_role = "py:obj"  # a name in single backquotes in a docstring: a link if it is public
autosummary_generate = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # python_signatures and stub_signatures write them, without overloads
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"
napoleon_google_docstring = False
napoleon_use_param = False  # types of parameters are words, not names to link
napoleon_use_ivar = True  # fields of tuples are described once, in the docstring of their class
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_line_continuation_character = "\\"

html_theme = "furo"
html_title = f"entrostream {release}"
html_static_path = ["site/static"]
html_css_files = ["style.css"]
html_extra_path = ["site/root"]
html_search_scorer = "docs/site/search_scorer.js"
html_copy_source = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5fa8", "color-brand-content": "#1f5fa8"},
    "dark_css_variables": {"color-brand-primary": "#7db4f0", "color-brand-content": "#7db4f0"},
}


def setup(app):
    """Register the language of the drawings in architecture.md, which no lexer knows."""
    app.add_lexer("layers", TextLexer)
