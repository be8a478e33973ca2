"""Notebooks as pages: their cells and stored outputs as Markdown, when Sphinx reads them.

Nothing is executed here: `tools/notebooks.py` stores the outputs, and a test compares them.
"""

import json


def setup(app):
    """Read notebooks as Markdown."""
    app.add_source_suffix(".ipynb", "markdown")
    app.connect("source-read", convert)
    return {"parallel_read_safe": True}


def convert(app, page, source):
    """Replace the JSON of a notebook by Markdown."""
    if app.env.doc2path(page).suffix == ".ipynb":
        cells = json.loads(source[0])["cells"]
        source[0] = "\n\n".join(part for cell in cells for part in parts(cell))


def parts(cell):
    """Yield the Markdown of a cell: its text, or its code and what that gave."""
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield text
        return
    yield f"```python\n{text}\n```"
    for output in cell["outputs"]:
        data = output.get("data", {})
        if "image/png" in data:
            yield f"![What the cell draws](data:image/png;base64,{data['image/png'].strip()})"
        else:
            printed = "".join(output.get("text") or data["text/plain"]).rstrip()
            yield f"```text\n{printed}\n```"
